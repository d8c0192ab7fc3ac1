/* What compilers spell in different ways. */
#ifndef ELCS_PORTABLE_H
#define ELCS_PORTABLE_H

#define ALWAYS_INLINE static inline __attribute__((always_inline))

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

#endif

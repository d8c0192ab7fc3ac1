"""Names that a careless page would take for something else."""

NAMES = (
    "</script><script>window.taken = true</script>",
    "<img src=x onerror='window.taken = true'>",
    'she said "no" & left',
    "שלום עולם",
    "🦊🧪",
    "{{data}} ${names} \\u003c \u2028",
    "javascript:window.taken=true//",
)

"""Conditional-independence tests behind one interface, and the tape that keeps their answers."""

"""Conditional-independence tests behind one interface, and the tape that keeps their answers.

`registry` declares every test; everything to the right of this package asks an entry there what it has to
know about a test, and never compares its id. To add a test, write its class in a module of its own and its
entry in the table.
"""

"""Where scripts that 0.3.0 exported find how to make a test."""

from elcs_gui.ci.registry import make_test as make_test

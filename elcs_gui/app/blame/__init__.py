"""Blame and the twin run: the verdicts behind every wrong arrow, and the run in which every verdict is
true.
"""

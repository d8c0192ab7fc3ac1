"""The learners of Markov blankets other than EMB, and of neighbours other than HITON-PC.

They tell no causes from effects. Those that work through sets of neighbours share `spouses`, those that grow
and shrink one set share `iamb`. `elcs_gui.algorithms` says how to add one.
"""

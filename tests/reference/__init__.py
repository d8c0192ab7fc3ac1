"""Second implementations of the algorithms: plain and slow, from the specification alone.

They share no code with the package: sets are lists, every question is one function call, nothing is batched
or kept. Tests hold the engine against them on data in which verdicts are weak and contradict each other:
what is found, what separates whom, and every question in its order.

- `asking`: a question, what a test says to it, and the list of all that were put; `known`: what is known
- `pc`: the searches for neighbours; `blankets`: those for Markov blankets
- `graph`: edges, the Meek rules, colliders; `elcs`: EMB and ELCS
- `walks`: the other local learners; `wholes`: the learners of one graph of all variables
- `released`: those that follow the program of their authors, mistakes and all
- `every`: all of them, by the name under which the package has them
"""

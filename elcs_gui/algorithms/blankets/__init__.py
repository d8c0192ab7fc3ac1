"""The learners of Markov blankets other than EMB, and of neighbours other than HITON-PC.

- Neighbours alone: `mmpc`, `get_pcd`, `fcbf`, and `mb_to_pc`, which finds them within a blanket
- One set that grows and shrinks: `iamb`, which `inter_iamb` shares, `iamb_fdr` and `gsmb`
- Neighbours and spouses together: `bamb` and `eemb`, which share `pc_and_spouses`, and `stmb`
- `spouses` makes a blanket of any learner of neighbours

They tell no causes from effects. Each is reached by its entry in `elcs_gui.algorithms.registry`, and local
learners take them as their first step. How to add one says `elcs_gui.algorithms`; one that finds neighbours
gets its spouses from `spouses`.
"""

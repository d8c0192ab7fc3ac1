"""The inspector's pages Why, proofs (`elcs_gui.proof`) as lines that fold, and How firm."""

"""The inspector's pages Why, proofs as lines that fold (`elcs_gui.picture.why_lines`), and How firm."""

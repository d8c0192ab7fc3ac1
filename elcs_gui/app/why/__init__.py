"""The inspector's Why page and the page of weakest links: proofs (`elcs_gui.proof`) as lines that fold."""

"""What is behind the public door (`elcs_gui.api`): what it takes, and what it hands back.

- `sources`: data frames, files and graphs as a `Study`
- `result`: what a run found, by names, and its proofs
- `notebook`: a result as HTML
"""

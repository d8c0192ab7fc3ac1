"""Proofs read off a trace: why an arrow is there, why an edge is undecided or missing, why a variable is
in a set.

- `why` is the door (`why_edge()`, `why_member()`); `edges`, `sets`, `colliders`, `ties` and, of graphs
  without tests, `computed` prove, each its kind of claim, on the `index` of a trace; `tree` is what a proof
  is made of, `weakest` its smallest margin, `thresholds` what tests that are judged together are held against
- `words` says it, in one wording for page and text, made of `reasons`; `page_words` adds the question and the
  answer at the top of the Why page; `formal_notation` says it in signs; `export` as text, JSON, Markdown and
  LaTeX
- `argument` is a proof as a drawing: who takes part, and the numbered premises with their strokes;
  `counterfactual` the arrow turned round, and what speaks against that

Imports `trace`, and from `algorithms` the registry: which rules an algorithm has. Inquiries, pictures,
lessons, the window and the commands import it. A second program, `tests/proof/checker.py`, shares no code
with it and checks every proof in the tests. To add the proof of a rule: what it rests on in a table of
`edges`, its sentence in that of `words`; all else is declared with the rule.
"""

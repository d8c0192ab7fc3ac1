"""The inspector's pages Why, with proofs as lines that fold, and How firm.

- `feature` has both pages, and turns to them when something is selected or a rule fires
- Why: `panel` has the answer, the premises (`premise_list_view`, `premise_painter`), the arrow turned round
  (`counterfactual_view`), badges and switches (`badge_widgets`)
- How firm: `firm_panel` and `firm_list_view`, every edge as a bar over the alphas at which it is found

What is said comes from `elcs_gui.picture.why_answer`, `elcs_gui.picture.why_lines` and
`elcs_gui.inquiry.firmness_rows`: no wording stands here. Knows `graph` and `log`; `citest`, `pseudocode` and
`all_variables` import it. A new rule needs nothing here, but its proof in `elcs_gui.proof`.
"""

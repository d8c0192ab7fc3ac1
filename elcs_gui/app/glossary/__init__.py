"""What the words of the window mean: a card at the word itself, and Help with the glossary and the keys.

- `terms` gathers them from where they are declared (rules, sets, CI tests, algorithms, stages) and from
  `resources/glossary.toml`, which has the rest
- `card_view` shows the card of the word that is pointed at, or has the focus; `help_dialog` shows all of them

Knows no other feature, and nobody but the shell imports it: a widget says which words it shows by
`elcs_gui.app.kit.terms`. To add a word: its entry in `resources/glossary.toml`; one that is declared in a
table of the engine has its lines there.
"""

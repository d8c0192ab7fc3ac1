"""Help: a card at each word of the window, and the guide beside the window.

- `terms` gathers them from where they are declared (rules, sets, CI tests, algorithms, stages) and from
  `resources/glossary.toml`, which has the rest
- `card_view` shows the card of the word that is pointed at, or has the focus
- `help_dialog` shows the guide: `focus_page` says which page belongs to what has the focus, `finding` what
  the search finds; `guide_view` is a page, whose markup comes from `page_html`, `term_view` a term in full

Knows no other feature, and nobody but the shell imports it: a widget says which words it shows by
`elcs_gui.app.kit.terms`, a feature what the guide says of it by its `Part`s. To add a word: its entry in
`resources/glossary.toml`; one that is declared in a table of the engine has its lines there.
"""

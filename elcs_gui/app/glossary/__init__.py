"""What the words of the window mean: a card at the word itself, and Help with the glossary and the keys.

`terms` gathers them from where they are declared (rules, sets, CI tests, algorithms, stages) and from
`resources/glossary.toml`, which has the rest. A widget says which words it shows by `elcs_gui.app.kit.terms`;
`card_view` shows the card of the one that is pointed at, or has the focus, and `help_dialog` all of them.
"""

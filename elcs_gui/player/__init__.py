"""The player: a run, or a lesson on it, as one HTML file that any browser plays without this program.

- `page` is the door (`player_page()`): the text of the file, with the scripts and the style of
  `resources/player` written into it
- `content` is what the scripts get as JSON: the run folded by this program, step by step, so that they only
  look things up and draw; `kept_steps` says which steps those are
- `drawing` has what the graph looks like after each step, `reasons` why its arrows are there, `rule_drawing`
  how that is drawn; what is asked on the way comes from `elcs_gui.lessons`

Imports the engine up to `lessons`; the export page and the command line import it. To let a page show
something more: what it is in `content`, described in `resources/player/data.js`, and a script that draws it.
Names reach a page as JSON and become text there, never markup.
"""

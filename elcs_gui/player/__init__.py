"""The player: a run as one HTML file that plays itself in any browser, without this program and a network.

- `page` is the door (`player_page`): the text of the file, with the scripts and the style of
  `resources/player/` written into it
- `content` is what the scripts get as JSON: the run folded by this program, step by step, so that they only
  look things up and draw; `kept_steps` says which steps those are, `drawing` what the graph looks like after
  each, `reasons` why its arrows are there

Imports the engine up to `picture`, and no Qt; the export page and the command line import it.
"""

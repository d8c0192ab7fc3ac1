"""The trace: what a run asked and found, event by event, and everything that is read off it.

- `run` is what an algorithm talks to; it records `events` in a `trace`
- `rules`, `sets` and `listings` (stages, pseudo-code lines, what tests are for) are declared here once;
  events refer to them by id
- `view` folds events to what is known after a step, `timeline` does so for any step, `roles` says what each
  variable is then, `outcome` what a run found in the end; `result` and `metrics` give it as JSON, as a graph
  and as figures
- `explain` has a sentence for every event; `stages` cuts a trace into stretches; `changes` says at which
  steps there is something new to be seen, `diff` where two traces part
- `knowledge` is what is known beforehand, `knowledge_text` and `knowledge_statements` how people say it
- `conflicts` are what blankets disagree about, `assumptions` what every arrow rests on; `script` is a program
  that finds the same again; `stream` carries a growing trace to another process

Imports `ci` and `data`; everything to the right imports it. To add a rule, a set, a stage or a purpose: its
entry in the table; a rule also needs its proof in `elcs_gui.proof`. To add an event: its class in `events`,
its case in `view`, its sentence in `explain`.
"""

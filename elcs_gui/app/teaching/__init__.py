"""Lessons and Predict: questions answered in the picture, on a page of their own.

- `quiz` is a question being answered, with what follows it; `predicting` asks about any run as its cursor
  comes to what a level asks, `lesson_player` leads through a lesson; `answers` keeps what was answered,
  `progress` reads how far each lesson has come, and what is mastered
- `page` has the list of lessons (`list_view`, `cards_view`), the text of a lesson file (`source_view`), and
  the lesson that is played: `panel_view` at the left (a `side_panel`, as exercises have it;
  `answer_widgets`), the graph with the question in it (`question_graph_view`, `question_painter`), and the
  scrubber below (`transport_view`)
- `recorder_dialog` makes a lesson file of the run in the workspace, `sharing` a page for any browser

The page has a player of its own: what is open in the workspace stays as it is. The teacher's lock keeps the
workspace from going further than the page has: a courtesy, not a security boundary, for whoever opens the
menu can switch it off.

Knows `graph`, `transport` and `exporting`; `practice`, `start` and `presenting` import it. What is asked, and
what is right, comes from `elcs_gui.lessons`, which says how to add a kind of question or a lesson; a kind
that is answered in a new way needs its widget in `answer_widgets` and its marks in `question_painter`.
"""

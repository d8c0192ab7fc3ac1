"""Opening tables: at once where nothing is odd about them, else through the import page.

`controller` is the way from a file to open data, state by state; `survey_client` asks the worker to look at
the file, `draft` is what was decided, `words` what is said; the views are the parts of the page.
"""

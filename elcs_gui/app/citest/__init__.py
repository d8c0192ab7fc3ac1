"""The inspector's page on one CI test: question, figures, reference curve, tables, and what follows from
it.
"""

"""What can be found out by running an algorithm again: blame, alpha, firmness, stability. No Qt here.

- `alpha_walk` goes from one alpha to the next at which a run goes another way; `alpha` and `alpha_map` say on
  it what a target's surroundings come to at every alpha, `firmness` how far alpha may move before an edge
  changes, `firmness_words` and `firmness_rows` the same for people
- `blame`, `replays`, `remembering`, `fewest`, `twin` and `true_verdicts` find the verdicts behind an error
- `stability` measures how often a finding comes back on `replicates` of the data, with a `crew` of processes
"""

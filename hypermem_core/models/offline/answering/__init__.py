"""How the offline answerer reads a question, finds its support and cuts the answer out of it."""

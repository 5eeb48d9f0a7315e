"""Why an answer was lost: custody of the gold turns, explanations, what-if."""

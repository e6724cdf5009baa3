"""Query text to tokens, to a tree, to SQL with bound parameters and one Russian sentence."""

"""Which words of an ability hang on what was read: noun groups, prepositional groups, subjects and objects."""

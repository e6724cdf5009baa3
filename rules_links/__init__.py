"""Text to links: the glossary, the grammar of headwords, Russian word forms, and the linker over them."""

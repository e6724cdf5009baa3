"""The grammar of an ability's body: rules over tokens, one module a kind of phrase, no going back."""

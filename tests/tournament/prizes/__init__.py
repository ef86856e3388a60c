"""The prize giving: who is called, lists to sign, certificates."""

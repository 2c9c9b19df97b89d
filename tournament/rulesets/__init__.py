"""The rule sets, one package each. No rule set imports another one."""

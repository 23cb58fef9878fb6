"""What clients send in the parameters of requests and commands, as typed dictionaries.

What they read is said at the classes themselves, by :func:`markscheme.contract.shape`.
"""

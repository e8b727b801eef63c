"""Tests of the kit: `python3 -m unittest discover -t . -s measure/tests` from the repository's root.

The pure ones need nothing but Python; those with models skip where PyTorch is missing.
"""

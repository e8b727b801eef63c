"""What can be wrong with a network that is to be traced."""


class TraceError(Exception):
    """A network that cannot be traced, and what to do about it."""

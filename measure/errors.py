"""What the user can be told."""


class KitError(Exception):
    """Something that the user can put right; its text says what happened and what to do."""

"""`python3 -m measure`: the one command. A zip of the kit has this file at its top, too."""

import sys


def main() -> int:
    """Runs the command, unless Python is too old to read the kit."""
    # Whoever starts the kit with an older Python should read this, not the first syntax that it does not know.
    if sys.version_info < (3, 11):  # noqa: UP036 - it is for those whose Python is outdated.
        print("measure: Python 3.11 or later is needed, and this is " + sys.version.split()[0], file=sys.stderr)
        return 1
    from measure import command, environment

    return environment.explained(command.main, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())

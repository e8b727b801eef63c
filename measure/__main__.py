"""`python3 -m measure`: the one command."""

import sys

from measure import command, environment

if __name__ == "__main__":
    sys.exit(environment.explained(command.main, sys.argv[1:]))

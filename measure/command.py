"""The command line: looks for the card, then for a Python with PyTorch, and starts what was asked for."""

from __future__ import annotations

import argparse
import fnmatch
import json
from pathlib import Path

from measure import card, check, configurations, environment, estimates, runner
from measure.campaign import CARD_FOR_COUNTS, Campaign, identify
from measure.configuration import Configuration
from measure.errors import KitError


def main(arguments: list[str]) -> int:
    """Runs the command; the exit status is 1 if any configuration ended in an error."""
    options = _parser().parse_args(arguments)
    chosen = [item for item in _configurations(options) if fnmatch.fnmatch(item.id, options.only)]
    if not chosen:
        raise KitError(f"no configuration matches `{options.only}`; `--list` names them")
    if options.list:
        print("\n".join(item.id for item in chosen))
        return 0
    if options.scenarios:
        for item in chosen:
            print(json.dumps(item.scenario(options.gpu or CARD_FOR_COUNTS, item.id)))
        return 0
    site = estimates.address(options.site) if options.check else ""
    # Whoever has no card, or one that the catalog does not know, should learn it before 6 GB are installed.
    found = None if options.cpu else card.find(options.card)
    identify(options.gpu, found)
    python = environment.interpreter()
    if found:
        runner.require_cuda(python, found.index)
    campaign = Campaign(options, python, found)
    return check.run(campaign, chosen, site) if options.check else campaign.measure(chosen)


def _configurations(options: argparse.Namespace) -> list[Configuration]:
    if options.check:
        return configurations.small_for_check() if options.cpu else configurations.for_check()
    return configurations.small() if options.cpu else configurations.for_cards()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("measure", description="Trains the accuracy report's configurations for a few steps each.")
    parser.add_argument("--check", action="store_true", help="measure three small configurations and compare them with the site")
    parser.add_argument("--site", default=estimates.SITE, help=f"the site that `--check` asks (default {estimates.SITE})")
    parser.add_argument("--only", default="*", help="configurations whose id matches this pattern")
    parser.add_argument("--limits", default="auto", help="auto, none, or memory limits in GiB: 8,12,16,24")
    parser.add_argument("--steps", type=int, default=5, help="steps that are timed, after two to warm up (default 5)")
    parser.add_argument("--card", type=int, default=0, help="number of the card in the order of the bus (default 0)")
    parser.add_argument("--gpu", help="the card's id in the catalog, where its name is not recognized")
    parser.add_argument("--cpu", action="store_true", help="count live tensors of small configurations, without a card")
    parser.add_argument(
        "--output",
        type=Path,
        help="the table (default measure-<card>.csv, in the repository target/measure/<card>.csv); "
        "rows in it are not measured again",
    )
    parser.add_argument("--timeout", type=float, default=900.0, help="seconds after which a run counts as an error (default 900)")
    parser.add_argument("--list", action="store_true", help="only print the configurations' ids")
    parser.add_argument("--scenarios", action="store_true", help="only print the configurations' scenarios, one a line")
    return parser

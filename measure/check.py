"""The check of one minute: three small configurations are measured and compared with what the site estimates."""

from __future__ import annotations

from typing import Any

from measure import estimates, link, rows, verdict
from measure.campaign import Campaign
from measure.configuration import Configuration

#: Answers of the site by the configurations' ids.
Answers = dict[str, dict[str, Any]]


def run(campaign: Campaign, chosen: list[Configuration], site: str) -> int:
    """Measures and tells; the exit status is 1 if any configuration ended in an error."""
    answers = _ask(campaign, chosen, site)
    measured = [campaign.row(f"[{number}/{len(chosen)}]", item, None) for number, item in enumerate(chosen, start=1)]
    print(f"{len(measured)} rows in {campaign.table}\n")
    told = [(item.id, row, answers.get(item.id)) for item, row in zip(chosen, measured, strict=True)]
    print(verdict.table(told))
    links = [
        f"{name}\n  {link.plan(site, campaign.scenario(item), verdict.measured_fields(row, answer))}"
        for item, (name, row, answer) in zip(chosen, told, strict=True)
        if answer and row["outcome"] == rows.OK
    ]
    if links:
        print("\n".join(["", "The plans on the site, with what was measured:", *links]))
    return 1 if any(row["outcome"] == rows.ERROR for row in measured) else 0


def _ask(campaign: Campaign, chosen: list[Configuration], site: str) -> Answers:
    """The estimates, before a minute is spent on measuring; what is missing of them is said."""
    answers = {}
    for item in chosen:
        try:
            answers[item.id] = estimates.ask(site, campaign.scenario(item))
        except estimates.RefusedError as error:
            print(f"the site has no estimate of {item.id}: {error}", flush=True)
        except estimates.UnreachableError as error:
            print(f"{site} cannot be reached ({error}), so there is nothing to compare with; `--site` names another", flush=True)
            return {}
    return answers

"""Estimates of the site, by its API."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

from measure.errors import KitError

#: Where the site is when it runs on this machine.
SITE = "http://127.0.0.1:3000"
#: An estimate takes milliseconds; the rest is the way to the site.
TIMEOUT_SECONDS = 15


class UnreachableError(Exception):
    """Nobody answers there, or not as the site does."""


class RefusedError(Exception):
    """The site answers that it cannot estimate this scenario."""


def address(site: str) -> str:
    """The site's address without a slash at its end."""
    parts = urllib.parse.urlsplit(site)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise KitError(f"`--site` takes an address such as {SITE}, not `{site}`")
    return site.rstrip("/")


def ask(site: str, scenario: dict[str, Any]) -> dict[str, Any]:
    """The answer to a scenario, as `POST /api/v1/estimate` gives it."""
    headers = {"Content-Type": "application/json", "Accept": "application/json", "Accept-Language": "en"}
    question = urllib.request.Request(f"{site}/api/v1/estimate", json.dumps(scenario).encode(), headers)
    try:
        with urllib.request.urlopen(question, timeout=TIMEOUT_SECONDS) as response:
            answer = json.load(response)
    except urllib.error.HTTPError as error:
        detail = _detail(error)
        if detail is None:
            raise UnreachableError(f"it answers with status {error.code}") from error
        raise RefusedError(detail) from error
    except OSError as error:
        raise UnreachableError(str(getattr(error, "reason", error))) from error
    except ValueError as error:
        raise UnreachableError("what answers there is not JSON") from error
    if not isinstance(answer, dict) or not isinstance(answer.get("vram"), dict):
        raise UnreachableError("what answers there is no estimate")
    return answer


def _detail(error: urllib.error.HTTPError) -> str | None:
    """What the site says of the scenario; none where the answer is not one of its problems."""
    try:
        problem = json.load(error)
    except (OSError, ValueError):
        return None
    return problem.get("detail") if isinstance(problem, dict) else None

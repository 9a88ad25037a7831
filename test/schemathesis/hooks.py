"""Hooks of Schemathesis: each case gets ids that exist and bodies that mean something, and every answer is counted."""

from __future__ import annotations

import ast
import collections
import os
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import schemathesis  # noqa: E402
from api import MERCHANT_ID, WALLET_ID, WORLD, Refused  # noqa: E402
from bodies import MEANINGS  # noqa: E402
from refusals import is_beyond_a_schema  # noqa: E402
from schemathesis.core.parameters import ParameterLocation  # noqa: E402
from schemathesis.generation.meta import TestPhase  # noqa: E402
from supplies import SUPPLIES  # noqa: E402
from tally import count_answer, count_trouble  # noqa: E402

# One case in so many that are good by the document keeps the ids and the body that were generated, and one in so many of the others gets
# better ones: most of those are refused before anybody looks for what they name.
EXCEPTION_EVERY = 4

# Python 3.11 counts the depth of a tree over all threads and takes two at once for an error (python/cpython#106905): one parses at a time.
_parse, _one_at_a_time = ast.parse, threading.RLock()


def _parse_alone(*args, **kwargs):
    with _one_at_a_time:
        return _parse(*args, **kwargs)


ast.parse = _parse_alone

_seen: collections.Counter[str] = collections.Counter()
_own_ids = {MERCHANT_ID, WALLET_ID, WORLD["api_key_id"]}


@schemathesis.hook
def before_call(context, case, kwargs):
    name = case.operation.definition.raw.get("operationId")
    if case.meta is None or case.method != case.operation.method.upper():
        return
    _seen[name] += 1
    is_exception = _seen[name] % EXCEPTION_EVERY == 0
    is_touched = case.meta.generation.mode.is_positive != is_exception
    try:
        if is_touched and case.meta.phase.name != TestPhase.STATEFUL:
            _supply_path(case, name)
        if is_touched:
            _give_meaning(case, name)
        _spare_ourselves(case, name)
    except Refused as refusal:
        count_trouble(f"{name}: {refusal}")


def _supply_path(case, name):
    if name in SUPPLIES and _is_good(case, ParameterLocation.PATH):
        case.path_parameters = {**(case.path_parameters or {}), **SUPPLIES[name]()}


def _give_meaning(case, name):
    if name in MEANINGS and _is_good(case, ParameterLocation.BODY) and isinstance(case.body, dict):
        MEANINGS[name](case.body)


def _spare_ourselves(case, name):
    """A run that suspends its own merchant, empties its wallet or revokes its own key would meet nothing but refusals from then on."""
    if name in ("Merchants_update", "Ledger_adjust", "ApiKeys_update", "ApiKeys_revoke"):
        if (case.path_parameters or {}).get("id") in _own_ids:
            case.path_parameters = {**case.path_parameters, **SUPPLIES[name]()}


def _is_good(case, location):
    component = case.meta.components.get(location)
    return component is not None and component.mode.is_positive


@schemathesis.hook
def after_call(context, case, response):
    count_answer(case.operation.label, response.status_code)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Keeps every failure but refusals of good data for a reason that a schema cannot hold."""
    if type(failure).__name__ != "RejectedPositiveData":
        return True
    if None in (case.path_parameters or {}).values():
        # A link that Schemathesis made up has taken a null for an id.
        return False
    return not is_beyond_a_schema(response.json())

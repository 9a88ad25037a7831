"""The platform as the hooks use it to prepare what a case needs."""

from __future__ import annotations

import json
import os
import re
from typing import Any

import requests

with open(os.environ["CENTAVO_WORLD"], encoding="utf-8") as file:
    WORLD: dict[str, Any] = json.load(file)

MERCHANT_ID: str = WORLD["merchant"]["id"]
WALLET_ID: str = WORLD["merchant"]["wallet_id"]
CUSTOMER = {
    "name": "Maria Silva",
    "email": "maria@example.com",
    "tax_id": "12345678909",
    "phone": "+5511987654321",
    "type": "individual",
}
ITEMS = [{"name": "Camiseta", "quantity": 1, "unit_price": 10000, "tangible": True}]

_session = requests.Session()


class Refused(Exception):
    """The platform would not give what a case needs: the case goes on with what was generated."""


def call(method: str, path: str, body: object = None, *, operator: bool = False, public: bool = False) -> Any:
    """The `data` of an answer. Raises `Refused` when there is none."""
    headers = {"Prefer": "wait=10"}
    if operator:
        headers["Authorization"] = f"Bearer {WORLD['operator_token']}"
    auth = None
    if not operator and not public:
        auth = (WORLD["merchant"]["public_key"], WORLD["merchant"]["secret_key"])
    response = _session.request(method, WORLD["base_url"] + path, json=body, headers=headers, auth=auth, timeout=30)
    if not response.ok:
        raise Refused(f"{method} {_without_ids(path)}: {response.status_code} {response.json().get('error')}")
    return response.json()["data"]


def _without_ids(path: str) -> str:
    return re.sub(r"[0-9a-f-]{36}", "…", path)


def page(path: str) -> str:
    """What a browser gets."""
    return _session.get(WORLD["base_url"] + path, timeout=30).text

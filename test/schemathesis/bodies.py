"""Turns a generated body, good by its schema, into one that also means something: with ids that exist and fields that agree."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from api import MERCHANT_ID, WALLET_ID, WORLD, call
from supplies import forget_pin, receivable

Body = dict[str, Any]

_cards = itertools.cycle(WORLD["cards"])
_numbers = itertools.count(20_000_000_000)


def _customer(body: Body) -> None:
    customer = body["customer"]
    customer["tax_id"] = "12345678909" if customer["type"] == "individual" else "11222333000181"


def _charge(body: Body) -> None:
    _customer(body)
    method = body["payment_method"]
    details = {
        "credit_card": {"token": "tok_visa"},
        "debit_card": {"token": "tok_visa"},
        "pix": {"expires_in": 3600},
        "boleto": {},
    }
    body["payment_details"] = details[method]
    body["amount"] = max(body["amount"], 1000)
    if body.get("submerchant_id"):
        body["submerchant_id"] = WORLD["submerchant_id"]
    if body.get("splits"):
        line = {"recipient_id": MERCHANT_ID, "type": "percentage", "amount": 50}
        body["splits"] = [{**body["splits"][0], **line}]


def _pay_link(body: Body) -> None:
    _customer(body)
    body["payment_details"] = {"token": "tok_visa"} if body["payment_method"].endswith("card") else {}


def _payment_link(body: Body) -> None:
    if body.get("submerchant_id"):
        body["submerchant_id"] = WORLD["submerchant_id"]
    if body.get("expires_at"):
        body["expires_at"] = "2090-12-31"


def _card(body: Body) -> None:
    body["card"] = next(_cards)


def _withdrawal(body: Body) -> None:
    forget_pin()
    body.update({"type": "pix", "wallet_id": WALLET_ID, "pix_key_type": "cpf", "pix_key": "12345678909"})
    body["amount"] = body["amount"] % 1000 + 1
    for field in ("submerchant_id", "transaction_pin", "pix_key_holder_document_type", "pix_key_holder_document"):
        body.pop(field, None)


def _anticipation(body: Body) -> None:
    body["receivable_ids"] = [receivable()["id"]]


def _submerchant(body: Body) -> None:
    is_person = body.get("entity_type") == "pf"
    body["tax_id"] = str(next(_numbers)) if is_person else f"{next(_numbers):012d}00"
    if body.get("birth_date"):
        body["birth_date"] = "1985-04-23"
    if body.get("cnaes"):
        body["cnaes"] = body["cnaes"][:1]


def _submerchant_change(body: Body) -> None:
    _submerchant(body)
    body.pop("entity_type", None)
    body["tax_id"] = f"{next(_numbers):012d}00"


def _document(body: Body) -> None:
    body.update({"type": "social_contract", "file_name": "a.pdf", "mime_type": "application/pdf", "file_size": 1000})
    body["file_url"] = "https://example.com/a.pdf"
    body.pop("legal_representative_id", None)
    if body.get("expires_at"):
        body["expires_at"] = "2090-12-31"


def _representative(body: Body) -> None:
    body["document"] = "12345678909" if body.get("entity_type") != "pj" else "11222333000181"
    if body.get("birth_date"):
        body["birth_date"] = "1985-04-23"
    body.pop("participation_percentage", None)


def _representative_change(body: Body) -> None:
    _representative(body)
    body.pop("entity_type", None)
    body.pop("document", None)


def _endpoint(body: Body) -> None:
    if "url" in body:
        body["url"] = WORLD["receiver"]


def _pin(body: Body) -> None:
    forget_pin()


def _pin_removal(body: Body) -> None:
    forget_pin()
    call("PUT", "/v1/transaction-pin", {"pin": "4071"})
    body["current_pin"] = "4071"


def _merchant_change(body: Body) -> None:
    if fees := body.get("fees"):
        fees.pop("credit_card", None)
    if "withdrawal_methods" in body:
        body["withdrawal_methods"] = ["pix", "ted"]


def _api_key(body: Body) -> None:
    if body.get("allowed_ips"):
        body["allowed_ips"] = ["203.0.113.0/24"]


def _review(body: Body) -> None:
    body["status"] = "approved"


def _recovery(body: Body) -> None:
    body["since"] = "2026-11-20"


def _capture(body: Body) -> None:
    if body.get("amount"):
        body["amount"] = min(body["amount"], 10000)


def _settlement(body: Body) -> None:
    body["until"] = "2040-01-31"


MEANINGS: dict[str, Callable[[Body], None]] = {
    "AnticipationReviews_review": _review,
    "Anticipations_create": _anticipation,
    "Anticipations_simulate": _anticipation,
    "ApiKeys_create": _api_key,
    "ApiKeys_update": _api_key,
    "Charges_capture": _capture,
    "Charges_create": _charge,
    "Charges_refund": _capture,
    "Checkout_pay": _pay_link,
    "Checkout_tokenize": _card,
    "DocumentReviews_review": _review,
    "Documents_create": _document,
    "LegalRepresentatives_create": _representative,
    "LegalRepresentatives_update": _representative_change,
    "Merchants_update": _merchant_change,
    "PaymentLinks_create": _payment_link,
    "PaymentLinks_update": _payment_link,
    "PostbackEndpoints_create": _endpoint,
    "PostbackEndpoints_recover": _recovery,
    "PostbackEndpoints_update": _endpoint,
    "SettlementsSandbox_run": _settlement,
    "SubmerchantReviews_review": _review,
    "Submerchants_create": _submerchant,
    "Submerchants_update": _submerchant_change,
    "Tokens_tokenize": _card,
    "TransactionPin_remove": _pin_removal,
    "TransactionPin_set": _pin,
    "Withdrawals_create": _withdrawal,
}

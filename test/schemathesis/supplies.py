"""What each operation finds under the ids of its path: something in the state it is for."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

from api import CUSTOMER, ITEMS, MERCHANT_ID, WALLET_ID, WORLD, Refused, call, page

Path = dict[str, str]

_numbers = itertools.count(10_000_000_000)
_dead_letters = itertools.cycle(WORLD["dead_letters"])


def _charge(method: str, details: dict) -> str:
    body = {
        "amount": 10000,
        "product_type": "physical",
        "payment_method": method,
        "payment_details": details,
        "customer": CUSTOMER,
        "items": ITEMS,
    }
    return call("POST", "/v1/charges", body)["id"]


def card() -> Path:
    return {"id": _charge("credit_card", {"token": "tok_visa", "installments": 2})}


def authorized() -> Path:
    return {"id": _charge("credit_card", {"token": "tok_visa", "capture": False})}


def pix() -> Path:
    return {"id": _charge("pix", {"expires_in": 3600})}


def boleto() -> Path:
    return {"id": _charge("boleto", {})}


def charged_back() -> Path:
    found = card()
    call("POST", f"/sandbox/v1/charges/{found['id']}/chargeback")
    return found


def withdrawal() -> Path:
    body = {
        "type": "ted",
        "wallet_id": WALLET_ID,
        "amount": 10000,
        "idempotency_key": f"supply-{next(_numbers)}",
        "bank_account": {
            "bank_code": "341",
            "branch": "0001",
            "account": "1234567",
            "account_digit": "8",
            "account_type": "checking",
            "holder_name": "Maria Silva",
            "holder_document": "12345678909",
        },
    }
    forget_pin()
    return {"id": call("POST", "/v1/withdrawals", body)["id"]}


def forget_pin() -> None:
    """Cases set PINs of their own, and lock them."""
    try:
        call("DELETE", f"/admin/v1/merchants/{MERCHANT_ID}/transaction-pin", operator=True)
    except Refused:
        pass


def receivable() -> Path:
    """Of a charge that was just captured: the ledger hears of it a moment later."""
    charge = card()["id"]
    for _ in range(100):
        if found := call("GET", f"/v1/receivables?charge_id={charge}"):
            return {"id": found[0]["id"]}
    raise Refused("no receivable")


def anticipation() -> Path:
    body = {"anticipation_type": "spot", "receivable_ids": [receivable()["id"]]}
    return {"id": call("POST", "/v1/anticipations", body)["id"]}


def submerchant() -> Path:
    tax_id = f"{next(_numbers):012d}00"
    body = {"trade_name": "Loja do Zé", "legal_name": "José da Silva ME", "tax_id": tax_id, "email": "ze@loja.example"}
    return {"id": call("POST", "/v1/submerchants", body)["id"]}


def _known_submerchant() -> Path:
    return {"id": WORLD["submerchant_id"]}


def document() -> Path:
    body = {
        "type": "social_contract",
        "file_url": "https://example.com/contrato.pdf",
        "file_name": "contrato.pdf",
        "file_size": 1000,
        "mime_type": "application/pdf",
    }
    return {"id": call("POST", f"/v1/submerchants/{submerchant()['id']}/documents", body)["id"]}


def representative() -> Path:
    body = {
        "name": "Maria Silva",
        "document": "12345678909",
        "birth_date": "1985-04-23",
        "email": "maria@example.com",
        "phone": "+5511987654321",
    }
    owner = submerchant()["id"]
    made = call("POST", f"/v1/submerchants/{owner}/legal-representatives", body)
    return {"id": owner, "representative_id": made["id"]}


def endpoint() -> Path:
    body = {"url": WORLD["receiver"], "events": ["*"]}
    try:
        return {"id": call("POST", "/v1/postbacks/endpoints", body)["id"]}
    except Refused:
        # There are as many as there may be.
        for one in call("GET", "/v1/postbacks/endpoints"):
            call("DELETE", f"/v1/postbacks/endpoints/{one['id']}")
        return {"id": call("POST", "/v1/postbacks/endpoints", body)["id"]}


def delivery() -> Path:
    return {"id": call("POST", f"/v1/postbacks/endpoints/{endpoint()['id']}/test")["id"]}


def api_key() -> Path:
    return {"id": call("POST", "/v1/api-keys", {"name": "To be changed"})["id"]}


def merchant() -> Path:
    body = {"name": "Loja", "legal_name": "Loja Ltda", "tax_id": "11222333000181", "email": "a@loja.example"}
    return {"id": call("POST", "/admin/v1/merchants", body, operator=True)["merchant"]["id"]}


def payment_link() -> Path:
    return {"id": call("POST", "/v1/payment-links", {"title": "Camiseta", "amount": 10000, "product_type": "physical"})["id"]}


def link_charge() -> Path:
    link = payment_link()["id"]
    body = {"payment_method": "pix", "payment_details": {}, "customer": CUSTOMER}
    return {"id": link, "charge_id": call("POST", f"/pay/{link}/charges", body, public=True)["id"]}


def asset() -> Path:
    names = re.findall(r"/pay/assets/([\w.-]+)", page(f"/pay/{payment_link()['id']}"))
    return {"name": names[next(_numbers) % len(names)]}


def dead_letter() -> Path:
    return {"id": next(_dead_letters)}


def wallet() -> Path:
    return {"id": WALLET_ID}


def other_wallet() -> Path:
    """One whose money nobody needs."""
    return {"id": WORLD["other_wallet_id"]}


SUPPLIES: dict[str, Callable[[], Path]] = {
    "AnticipationReviews_review": anticipation,
    "Anticipations_cancel": anticipation,
    "Anticipations_one": anticipation,
    "ApiKeys_one": api_key,
    "ApiKeys_revoke": api_key,
    "ApiKeys_update": api_key,
    "Addresses_create": submerchant,
    "Addresses_list": submerchant,
    "Charges_capture": authorized,
    "Charges_one": card,
    "Charges_refund": card,
    "Charges_void": authorized,
    "ChargesSandbox_chargeBack": card,
    "ChargesSandbox_expire": pix,
    "ChargesSandbox_loseDispute": charged_back,
    "ChargesSandbox_pay": pix,
    "ChargesSandbox_winDispute": charged_back,
    "CheckoutAssets_file": asset,
    "CheckoutPage_open": payment_link,
    "Checkout_charge": link_charge,
    "Checkout_pay": payment_link,
    "Checkout_publicKey": payment_link,
    "Checkout_tokenize": payment_link,
    "Checkout_void": link_charge,
    "DeadLetters_requeue": dead_letter,
    "DocumentReviews_review": document,
    "Documents_create": submerchant,
    "Documents_list": submerchant,
    "Ledger_adjust": other_wallet,
    "LegalRepresentatives_create": submerchant,
    "LegalRepresentatives_delete": representative,
    "LegalRepresentatives_list": submerchant,
    "LegalRepresentatives_update": representative,
    "Merchants_one": merchant,
    "Merchants_update": merchant,
    "PaymentLinks_deactivate": payment_link,
    "PaymentLinks_one": payment_link,
    "PaymentLinks_update": payment_link,
    "PaymentSlips_boleto": boleto,
    "PaymentSlips_qrCode": pix,
    "PostbackDeliveries_one": delivery,
    "PostbackDeliveries_resend": delivery,
    "PostbackEndpoints_delete": endpoint,
    "PostbackEndpoints_one": endpoint,
    "PostbackEndpoints_recover": endpoint,
    "PostbackEndpoints_rotate": endpoint,
    "PostbackEndpoints_test": endpoint,
    "PostbackEndpoints_update": endpoint,
    "Receivables_one": receivable,
    "SubmerchantReviews_review": submerchant,
    "Submerchants_one": _known_submerchant,
    "Submerchants_requirementsOf": _known_submerchant,
    "Submerchants_update": submerchant,
    "TransactionPinResets_reset": merchant,
    "WalletEntries_list": wallet,
    "Wallets_one": wallet,
    "WithdrawalsSandbox_complete": withdrawal,
    "WithdrawalsSandbox_fail": withdrawal,
    "Withdrawals_cancel": withdrawal,
    "Withdrawals_one": withdrawal,
}

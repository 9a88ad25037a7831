import base64
import hashlib
import hmac
import time

TOLERANCE_SECONDS = 5 * 60


class InvalidPostback(Exception):
    """Answer 400 and do nothing."""


def verify_postback(headers, raw_body, secrets, now=None):
    """Returns when a postback is from Centavo, unchanged and recent.

    headers: whose get() knows no upper and lower case, as those of Flask, Django and FastAPI
    raw_body: the bytes as they came, not what a parser made of them
    secrets: of the endpoint, "whsec_..."; while one replaces another, both
    Raises InvalidPostback otherwise, and ValueError when a secret is none.
    """
    postback_id = headers.get("webhook-id") or ""
    timestamp = headers.get("webhook-timestamp") or ""
    if not postback_id or not timestamp:
        raise InvalidPostback("A header is missing.")
    if abs((time.time() if now is None else now) - _seconds(timestamp)) > TOLERANCE_SECONDS:
        raise InvalidPostback("The timestamp is not of now.")

    signed = f"{postback_id}.{timestamp}.".encode() + raw_body
    received = (headers.get("webhook-signature") or "").encode().split(b" ")
    for secret in secrets:
        digest = hmac.new(_key(secret), signed, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(digest)
        if any(hmac.compare_digest(expected, one) for one in received):
            return
    raise InvalidPostback("No signature fits.")


def _seconds(timestamp):
    try:
        return int(timestamp)
    except ValueError:
        raise InvalidPostback("The timestamp is no number.") from None


def _key(secret):
    key = base64.b64decode(secret.removeprefix("whsec_"))
    if not key:  # Under an empty key anybody can sign.
        raise ValueError("A secret is empty.")
    return key

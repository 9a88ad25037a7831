"""Bodies and queries that are good by the document and refused all the same: what a schema cannot say, each with its reason."""

from __future__ import annotations

import re

# Codes of 422 that are about the state of things or about fields that have to agree; every operation's description lists its own.
# `validation_error` is not among them: where a rule of a single field is broken, the schema has to say so.
RULES_OF_A_SCHEMA = {"validation_error", "invalid_query_parameter", "invalid_json", "invalid_uuid", "invalid_idempotency_key"}

# (field, message) of details that a schema cannot foresee.
BEYOND_A_SCHEMA = [
    # The two kinds of character that PostgreSQL cannot keep; the document's description says so once for all texts.
    (r".*", r"must not contain NUL or unpaired surrogates$"),
    # Which of the two forms depends on another field; check digits are arithmetic.
    (r"(.*\.)?(tax_id|document)", r"must (have (the )?11 digits|have the right check digits|be that of a |be a CPF or a CNPJ$)"),
    # The calendar has no 30 February, and no schema knows today.
    (r".*", r"must be (an ISO 8601 date|a date, YYYY-MM-DD|today or|at least a minute)"),
    (r"until|birth_date|.*birth_date", r"must (not be before|be today or earlier)"),
    (r"since", r"must not be in the future$"),
    # Fields that another one asks for or excludes; their descriptions say by which.
    (r"pix_key|pix_key_type|bank_account|crypto|payment_details\..*", r"is required$"),
    (r"payment_details\.expires_at", r"excludes expires_in$"),
    # Required where there is a PIN already.
    (r"current_pin", r"is required$"),
    # Which methods and how many installments a link allows, and for which its amount is too large, is the link's to say.
    (r"payment_method", r"(must be one of |cannot take the amount of this link$)"),
    (r"payment_details\.installments", r"must not be more than \d+$"),
    # How much a method takes is about the sum of two fields.
    (r"amount", r"and shipping_amount must not exceed \d+ by "),
    # A link has to end after now, and cannot have fewer uses than it has had.
    (r"expires_at", r"must be in the future$"),
    (r"max_uses", r"must not be below the \d+ uses that there are$"),
    # Bands of fees have to follow each other.
    (r"fees\.credit_card", r"must cover 1 to 12 installments"),
    # Of lists: what their items have to agree on.
    (r"splits|cnaes", r"must have at most one "),
    # Hundredths are what binary fractions cannot be a multiple of.
    (r"participation_percentage|splits\.\d+\.amount", r"must (have at most two decimals|be percent with|be at most 100)"),
    # An address that looks like one, but has too large parts or a prefix longer than itself.
    (r"allowed_ips\.\d+", r"must be an IPv4 or IPv6 address or a CIDR$"),
    # `format: email` and `format: uri` let through what no mail server or browser takes.
    (r".*email", r"must be an email$"),
    (r".*(url|website)", r"must be an absolute http or https URL"),
    # Schemathesis takes an empty text for a UUID where null is one of the types.
    (r".*_id", r"must be a UUID$"),
    # A JWE by its form, encrypted to nobody's key.
    (r"card", r"must be a compact JWE"),
]

# The two things that no body of the API may have, wherever; the document's description says so.
BODIES_OF_NO_ROUTE = re.compile(r"The body (may not name __proto__|is nested deeper than \d+ levels)\.")

# What a detail of `validation_error` says when a rule of a single field is broken; others have a code of their own, like a 422.
CODES_OF_FIELDS = {"required", "invalid_type", "out_of_range", "invalid_length", "invalid_format", "invalid_value", "undecryptable"}

_PATTERNS = [(re.compile(field, re.DOTALL), re.compile(message)) for field, message in BEYOND_A_SCHEMA]


def is_beyond_a_schema(answer: dict) -> bool:
    """Whether a refusal of what is good by the document has a reason that the document cannot hold."""
    if answer["error"] not in RULES_OF_A_SCHEMA:
        return True
    if answer["error"] == "invalid_json":
        return BODIES_OF_NO_ROUTE.fullmatch(answer["message"]) is not None
    details = answer.get("details", [])
    return bool(details) and all(_is_known(detail) for detail in details)


def _is_known(detail: dict) -> bool:
    if detail["code"] not in CODES_OF_FIELDS:
        return True
    field, message = detail["field"], detail["message"]
    return any(name.fullmatch(field) and text.search(message) for name, text in _PATTERNS)

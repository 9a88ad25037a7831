<?php

declare(strict_types=1);

const TOLERANCE_SECONDS = 5 * 60;

/** Answer 400 and do nothing. */
final class InvalidPostback extends RuntimeException
{
}

/**
 * Returns when a postback is from Centavo, unchanged and recent.
 *
 * @param array<string, string> $headers of the request, as getallheaders() has them
 * @param string $rawBody the bytes as they came: file_get_contents('php://input')
 * @param list<string> $secrets of the endpoint, "whsec_…"; while one replaces another, both
 * @throws InvalidPostback otherwise
 * @throws InvalidArgumentException when a secret is none
 */
function verify_postback(array $headers, string $rawBody, array $secrets, ?int $now = null): void
{
    $headers = array_change_key_case($headers);
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if ($id === '' || $timestamp === '') {
        throw new InvalidPostback('A header is missing.');
    }
    if (!ctype_digit($timestamp) || abs(($now ?? time()) - (int) $timestamp) > TOLERANCE_SECONDS) {
        throw new InvalidPostback('The timestamp is not of now.');
    }

    $received = explode(' ', $headers['webhook-signature'] ?? '');
    foreach ($secrets as $secret) {
        $digest = hash_hmac('sha256', "$id.$timestamp.$rawBody", postback_key($secret), true);
        $expected = 'v1,' . base64_encode($digest);
        foreach ($received as $one) {
            if (hash_equals($expected, $one)) {
                return;
            }
        }
    }
    throw new InvalidPostback('No signature fits.');
}

function postback_key(string $secret): string
{
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
    // Under an empty key anybody can sign.
    if ($key === false || $key === '') {
        throw new InvalidArgumentException('A secret is empty, or no base64.');
    }
    return $key;
}

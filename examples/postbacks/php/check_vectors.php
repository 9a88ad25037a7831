<?php

// Says of every test vector whether it is accepted: php check_vectors.php ../vectors.json

declare(strict_types=1);

require __DIR__ . '/verify_postback.php';

function accepts(array $vector, int $now): bool
{
    try {
        verify_postback($vector['headers'], $vector['body'], $vector['secrets'], $now);
        return true;
    } catch (InvalidPostback | InvalidArgumentException) {
        return false;
    }
}

['now' => $now, 'vectors' => $vectors] = json_decode(file_get_contents($argv[1]), true, 512, JSON_THROW_ON_ERROR);

$failed = false;
foreach ($vectors as $vector) {
    $accepted = accepts($vector, $now);
    $failed = $failed || $accepted !== $vector['accepted'];
    echo $accepted ? 'accepted' : 'refused', "\t", $vector['name'], "\n";
}
exit($failed ? 1 : 0);

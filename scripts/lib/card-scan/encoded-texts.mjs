/**
 * Encodings that a leak could hide in. `hint` finds what 13 card digits, spaces and dashes become: it is so rare elsewhere that
 * nothing else has to be decoded. Bytes begin at one of `phases` positions in a run of `alphabet`.
 */
const encodings = [
  {
    name: 'base64',
    // Three bytes are four characters, and 13 bytes hold three such groups wherever they begin.
    hint: /(?:[ILMNO][CDSTijyz][AEIMQUYcgk0][gtwxyz0-5]){3}/g,
    alphabet: /[A-Za-z0-9+/_-]/,
    phases: 4,
  },
  { name: 'hex', hint: /(?:3\d|20|2d){13}/gi, alphabet: /[0-9a-f]/i, phases: 2 },
];

/** As far as what belongs to a number can be; what explains the number (see known-numbers) is within it too. */
const longestSide = 2_048;
/** Characters of an encoded card number, with room: what is nearer to the end of a decoded part may be cut, and is decoded again. */
const widest = 64;

/**
 * The parts of a text that could be encoded card numbers, decoded.
 * @param {string} text
 * @returns {Generator<{encoding: string, text: string}>} the same part once for every way to read it
 */
export function* encodedTexts(text) {
  for (const { name, hint, alphabet, phases } of encodings) {
    let end = 0;
    for (const { 0: match, index } of text.matchAll(hint)) {
      if (index + widest < end) continue;
      const from = edge(text, index, -1, alphabet);
      end = edge(text, index + match.length - 1, 1, alphabet) + 1;
      for (let phase = 0; phase < phases; phase++) {
        yield { encoding: name, text: Buffer.from(text.slice(from + phase, end), name).toString('latin1') };
      }
    }
  }
}

/** The last position from `index` on in a direction that is still of the alphabet. */
function edge(text, index, step, alphabet) {
  const furthest = index + step * longestSide;
  let position = index;
  while (position !== furthest && alphabet.test(text.charAt(position + step))) position += step;
  return position;
}

const ZERO = '0'.charCodeAt(0);

/**
 * The sum of modulo 11 check digits: every character times its weight. Weights count from the right 2, 3, … `highestWeight` and begin
 * again. A character's value is its ASCII code − 48: digits are themselves, `A` is 17.
 */
export function weightedSum(text: string, highestWeight: number): number {
  const weights = highestWeight - 1;
  return [...text].reduceRight((sum, character, index) => {
    const weight = 2 + ((text.length - 1 - index) % weights);
    return sum + (character.charCodeAt(0) - ZERO) * weight;
  }, 0);
}

/** The modulo 10 check digit of digits: weights 2, 1, 2, … from the right, the digits of the products added up. */
export function modulo10(digits: string): number {
  const sum = [...digits].reduceRight((sum, digit, index) => {
    const product = Number(digit) * ((digits.length - index) % 2 === 1 ? 2 : 1);
    return sum + (product > 9 ? product - 9 : product);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

const CPF_LENGTH = 11;

/**
 * A CPF or CNPJ with only its middle in clear, as Brazil's public registers print them: `***456789**`, `**345678******`.
 * @param taxId letters and digits only
 */
export const maskTaxId = (taxId: string): string =>
  taxId.length <= CPF_LENGTH ? masked(taxId, 3, 2) : masked(taxId, 2, 6);

/** What is not in the middle becomes stars. */
const masked = (text: string, ahead: number, behind: number): string =>
  '*'.repeat(Math.min(ahead, text.length)) + text.slice(ahead, -behind) + '*'.repeat(Math.min(behind, text.length));

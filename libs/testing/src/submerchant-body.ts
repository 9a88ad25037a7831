import type { CreateSubmerchantDto } from '@centavo/contracts';

let taxIds = 0;

/** A CNPJ that no other call gets; its check digits are wrong, which the sandbox does not mind. */
export const aCnpj = (): string => String((taxIds += 1)).padStart(14, '0');

/** A CPF like {@link aCnpj}. */
export const aCpf = (): string => aCnpj().slice(3);

/** A company that nobody has registered yet, unless `fields` say something else. */
export const aSubmerchantBody = (fields: Partial<CreateSubmerchantDto> = {}): CreateSubmerchantDto => ({
  trade_name: 'Loja do Zé',
  legal_name: 'José da Silva Comércio Ltda',
  tax_id: aCnpj(),
  email: 'ze@loja.example',
  ...fields,
});

/** A person, likewise. */
export const aPersonBody = (fields: Partial<CreateSubmerchantDto> = {}): CreateSubmerchantDto =>
  aSubmerchantBody({ entity_type: 'pf', legal_name: 'José da Silva', tax_id: aCpf(), ...fields });

import type {
  CreateLegalRepresentativeDto,
  CreateSubmerchantAddressDto,
  CreateSubmerchantDocumentDto,
} from '@centavo/contracts';

export const anAddressBody = (fields: Partial<CreateSubmerchantAddressDto> = {}): CreateSubmerchantAddressDto => ({
  street: 'Rua Augusta',
  number: '1500',
  neighborhood: 'Consolação',
  city: 'São Paulo',
  state: 'SP',
  zip_code: '01304001',
  ...fields,
});

/** A document of a company, unless `fields` say something else. */
export const aDocumentBody = (fields: Partial<CreateSubmerchantDocumentDto> = {}): CreateSubmerchantDocumentDto => ({
  type: 'social_contract',
  file_url: 'https://files.example.com/contrato.pdf',
  file_name: 'contrato.pdf',
  file_size: 245_760,
  mime_type: 'application/pdf',
  ...fields,
});

export const aRepresentativeBody = (
  fields: Partial<CreateLegalRepresentativeDto> = {},
): CreateLegalRepresentativeDto => ({
  name: 'Maria Silva',
  document: '11144477735',
  birth_date: '1985-04-23',
  email: 'maria@example.com',
  phone: '+5511987654321',
  ...fields,
});

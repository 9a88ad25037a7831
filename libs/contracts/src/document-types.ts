/** Whose document it is: of a person, of a company, or of a partner of a company. */
export const DOCUMENT_HOLDERS = ['pf', 'pj', 'partner'] as const;
export type DocumentHolder = (typeof DOCUMENT_HOLDERS)[number];

interface DocumentTypeDefinition {
  readonly holder: DocumentHolder;
  /** Whether a review asks for it. */
  readonly required: boolean;
}

/** Every type of document, as the spec lists them by entity. Partners are those of a company (pj). */
export const DOCUMENT_TYPE_DEFINITIONS = {
  social_contract: { holder: 'pj', required: true },
  contract_amendment: { holder: 'pj', required: false },
  cnpj_card: { holder: 'pj', required: true },
  proof_of_residence_company: { holder: 'pj', required: true },
  front_id: { holder: 'pf', required: true },
  back_id: { holder: 'pf', required: true },
  selfie_with_id: { holder: 'pf', required: true },
  proof_of_residence: { holder: 'pf', required: true },
  partner_front_id: { holder: 'partner', required: true },
  partner_back_id: { holder: 'partner', required: true },
  partner_selfie_with_id: { holder: 'partner', required: true },
  partner_proof_of_residence: { holder: 'partner', required: true },
} as const satisfies Record<string, DocumentTypeDefinition>;

export type DocumentType = keyof typeof DOCUMENT_TYPE_DEFINITIONS;

export const DOCUMENT_TYPES = Object.keys(DOCUMENT_TYPE_DEFINITIONS) as DocumentType[];

/** The types of a holder's documents. */
export const documentTypesOf = (holder: DocumentHolder): DocumentType[] =>
  DOCUMENT_TYPES.filter((type) => DOCUMENT_TYPE_DEFINITIONS[type].holder === holder);

/** Mime types of the files that are taken, with the extensions their names may have, in lower case. */
export const FILE_TYPES: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
};

/** The largest file: 10 MiB. */
export const MAX_FILE_BYTES = 10_485_760;

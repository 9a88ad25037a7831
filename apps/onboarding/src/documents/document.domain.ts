import {
  DOCUMENT_TYPE_DEFINITIONS,
  documentTypesOf,
  DomainError,
  ERROR_CATALOGUE,
  FILE_TYPES,
  MAX_FILE_BYTES,
  type CreateSubmerchantDocumentDto,
  type EntityType,
  type ErrorCode,
  type ErrorDetail,
  type SubmerchantDocumentRecord,
} from '@centavo/contracts';

/** A document as onboarding works with it. */
export interface DocumentState extends SubmerchantDocumentRecord {
  /** Counts its events. */
  readonly sequence: number;
  /** The outbox row that carries its last event. */
  readonly outbox_id: string;
}

interface Surroundings {
  readonly entityType: EntityType;
  /** The sandbox takes plain http too. */
  readonly httpsOnly: boolean;
}

interface BrokenRule extends ErrorDetail {
  readonly code: ErrorCode;
}

/**
 * Checks what a document is against whose it is, and its file against itself. The file is not looked at.
 * @throws DomainError the code of the broken rule; `validation_error` when several are broken
 */
export function assertDocument(body: CreateSubmerchantDocumentDto, surroundings: Surroundings): void {
  const details = [...typeRules(body, surroundings), ...fileRules(body, surroundings)];
  const [first] = details;
  if (!first) return;
  const isOneRule = details.every(({ code }) => code === first.code);
  throw new DomainError(isOneRule ? first.code : 'validation_error', { details });
}

const broken = (field: string, code: ErrorCode, message: string = ERROR_CATALOGUE[code].message): BrokenRule => ({
  field,
  code,
  message,
});

/** Of a type that the entity does not have nothing more is said: whose document it would be has no answer then. */
function typeRules(
  { type, legal_representative_id }: CreateSubmerchantDocumentDto,
  { entityType }: Surroundings,
): BrokenRule[] {
  const { holder } = DOCUMENT_TYPE_DEFINITIONS[type];
  const isPartners = holder === 'partner';
  if (holder !== entityType && !(isPartners && entityType === 'pj')) {
    return [
      broken(
        'type',
        'document_type_not_allowed',
        `A submerchant that is ${entityType} has no ${type}; ${allowedTypes(entityType)}.`,
      ),
    ];
  }
  const isNamed = typeof legal_representative_id === 'string';
  if (isPartners && !isNamed) return [broken('legal_representative_id', 'legal_representative_required')];
  if (!isPartners && isNamed) return [broken('legal_representative_id', 'legal_representative_forbidden')];
  return [];
}

function allowedTypes(entityType: EntityType): string {
  const types = [...documentTypesOf(entityType), ...(entityType === 'pj' ? documentTypesOf('partner') : [])];
  return `it has ${types.join(', ')}`;
}

function fileRules(
  { file_url, file_name, file_size, mime_type }: CreateSubmerchantDocumentDto,
  { httpsOnly }: Surroundings,
): BrokenRule[] {
  const rules: BrokenRule[] = [];
  if (httpsOnly && new URL(file_url).protocol !== 'https:') {
    rules.push(broken('file_url', 'url_not_allowed', 'file_url must use https'));
  }
  const ofMimeType = Object.hasOwn(FILE_TYPES, mime_type) ? FILE_TYPES[mime_type]! : undefined;
  if (!ofMimeType) {
    rules.push(broken('mime_type', 'file_type_not_allowed', `mime_type must be one of ${MIME_TYPES.join(', ')}`));
  }
  const extensions = ofMimeType ?? EXTENSIONS;
  if (!extensions.includes(extensionOf(file_name))) {
    const of = ofMimeType ? ` as ${mime_type} has it` : '';
    rules.push(broken('file_name', 'file_type_not_allowed', `file_name must end in .${extensions.join(' or .')}${of}`));
  }
  if (file_size > MAX_FILE_BYTES) rules.push(broken('file_size', 'file_too_large'));
  return rules;
}

const MIME_TYPES = Object.keys(FILE_TYPES);
const EXTENSIONS = Object.values(FILE_TYPES).flat();

/** In lower case; empty when there is none. */
const extensionOf = (fileName: string): string => /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';

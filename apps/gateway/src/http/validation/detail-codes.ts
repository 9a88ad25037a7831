/** What a detail's `code` can be, with its meaning. The docs list them from here. */
export const DETAIL_CODES = {
  required: 'The field is missing or null.',
  invalid_type: 'The value has another JSON type than the field.',
  out_of_range: 'The number is too small or too large.',
  invalid_length: 'The text or list is too short or too long.',
  invalid_format: 'The text does not have the form the field asks for.',
  invalid_value: 'The value is none of those allowed.',
  undecryptable: 'The encrypted card cannot be decrypted. Encrypt it anew, to the key of today.',
  not_allowed: 'The field must not be there.',
  immutable: 'The field was settled when the resource was made.',
} as const;

export type DetailCode = keyof typeof DETAIL_CODES;

/** Which code a rule of class-validator stands for. What is not listed is `invalid_value`. */
const CODE_OF_RULE: Readonly<Record<string, DetailCode>> = {
  isDefined: 'required',
  isString: 'invalid_type',
  isInt: 'invalid_type',
  isNumber: 'invalid_type',
  isBoolean: 'invalid_type',
  isArray: 'invalid_type',
  isObject: 'invalid_type',
  nestedValidation: 'invalid_type',
  min: 'out_of_range',
  max: 'out_of_range',
  isWithin: 'out_of_range',
  isWithinPercent: 'out_of_range',
  isLength: 'invalid_length',
  arrayMinSize: 'invalid_length',
  arrayMaxSize: 'invalid_length',
  matches: 'invalid_format',
  isEmail: 'invalid_format',
  isUuid: 'invalid_format',
  isDateFilter: 'invalid_format',
  isDate: 'invalid_format',
  isDateTime: 'invalid_format',
  isHttpUrl: 'invalid_format',
  isTaxIdOfType: 'invalid_format',
  isEncryptedCard: 'undecryptable',
  isImmutable: 'immutable',
};

export const codeOfRule = (rule: string): DetailCode => CODE_OF_RULE[rule] ?? 'invalid_value';

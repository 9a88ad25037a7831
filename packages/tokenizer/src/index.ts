export { createTokenizer, type Tokenizer, type TokenizerOptions } from './create-tokenizer.js';
export type { CardInput } from './validate-card.js';
export type { Tokenization } from './api.js';
export {
  ApiError,
  AuthenticationError,
  ValidationError,
  type ApiErrorContext,
  type CardField,
  type ErrorDetail,
} from './errors.js';

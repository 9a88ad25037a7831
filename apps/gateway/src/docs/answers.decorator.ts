import { ERROR_CATALOGUE, type ErrorCode } from '@centavo/contracts';
import { applyDecorators, Header, type Type } from '@nestjs/common';
import { ApiExtension, ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { Pagination } from '../http/lists/pagination.js';

interface AnswerOptions {
  readonly status?: 200 | 201;
  /** Another status that the same answer can have. */
  readonly orStatus?: 200;
  /** Codes of this operation beside those that every operation can answer. */
  readonly errors?: readonly ErrorCode[];
  /** `…_not_found` codes that are about an id in the body: 422. */
  readonly unknownIds?: readonly ErrorCode[];
  /** Codes that are told by a page for people. */
  readonly pages?: readonly ErrorCode[];
  /** The path may say anything: what is no id is not found, like an id that names nothing. */
  readonly takesAnyPath?: boolean;
}

/** What an operation says of its errors. */
export type OwnErrors = Required<Pick<AnswerOptions, 'errors' | 'unknownIds' | 'pages' | 'takesAnyPath'>>;

/** Name of the extension under which {@link OwnErrors} wait for `error-responses.ts`. */
export const ERRORS_EXTENSION = 'x-error-codes';

type Schema = Record<string, unknown>;

const envelope = (data: Schema, more: Record<string, Schema> = {}): Schema => ({
  type: 'object',
  required: ['success', 'message', 'data', ...Object.keys(more)],
  properties: { success: { type: 'boolean', enum: [true] }, message: { type: 'string' }, data, ...more },
});

type Content = Record<string, { schema?: Schema }>;

const json = (schema: Schema): Content => ({ 'application/json': { schema } });

function documented(summary: string, content: Content, models: Type[], options: AnswerOptions): MethodDecorator {
  const { status = 200, orStatus, errors = [], unknownIds = [], pages = [], takesAnyPath = false } = options;
  const meanings = [...errors, ...unknownIds].map((code) => `\`${code}\`: ${ERROR_CATALOGUE[code].message}`);
  return applyDecorators(
    ApiExtraModels(...models),
    ApiOperation({ summary, ...(meanings.length > 0 && { description: meanings.join('\n\n') }) }),
    ApiExtension(ERRORS_EXTENSION, { errors, unknownIds, pages, takesAnyPath } satisfies OwnErrors),
    ApiResponse({ status, description: summary, content }),
    ...(orStatus ? [ApiResponse({ status: orStatus, description: summary, content })] : []),
  );
}

/** The operation answers one resource. */
export const Answers = (summary: string, model: Type, options: AnswerOptions = {}): MethodDecorator =>
  documented(summary, json(envelope({ $ref: getSchemaPath(model) })), [model], options);

/** The operation answers all resources there are. */
export const AnswersList = (summary: string, model: Type, options: AnswerOptions = {}): MethodDecorator =>
  documented(summary, json(envelope(arrayOf(model))), [model], options);

/** The operation answers one page of a list. */
export const AnswersPage = (summary: string, model: Type): MethodDecorator =>
  documented(summary, pageOf(model), [model, Pagination], {});

/** The operation answers one page of a list, or with `Accept: text/csv` all of it in a file. */
export const AnswersPageOrCsv = (summary: string, model: Type, options: AnswerOptions = {}): MethodDecorator =>
  applyDecorators(
    documented(summary, { ...pageOf(model), 'text/csv': CSV }, [model, Pagination], options),
    Header('Vary', 'Accept'),
  );

/** The operation answers something that is no JSON. */
export const AnswersContent = (summary: string, type: string, options: AnswerOptions): MethodDecorator =>
  documented(summary, { [type]: {} }, [], options);

const pageOf = (model: Type): Content =>
  json(envelope(arrayOf(model), { pagination: { $ref: getSchemaPath(Pagination) } }));

const CSV = {
  schema: {
    type: 'string',
    description: `All that the filters let through, newest first, whatever \`page\` and \`perPage\` say; for who prefers \`text/csv\` to JSON.
RFC 4180 in UTF-8: a line with the names of the fields, then a line for each. Amounts are in centavos, null is an empty cell, and a text that a
spreadsheet would take for a formula begins with an apostrophe.`,
  },
};

const arrayOf = (model: Type): Schema => ({ type: 'array', items: { $ref: getSchemaPath(model) } });

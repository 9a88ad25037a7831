/** A natural person (`pf`, with a CPF) or a company (`pj`, with a CNPJ). */
export const ENTITY_TYPES = ['pf', 'pj'] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** An id in an example. */
export const ID = '019a9f3e-5b7c-7d1e-8f00-1d2c3b4a5e6f';

export const PAGING = [
  { name: 'page', field: 'page', type: 'integer', meaning: 'Which page; the first is 1.' },
  { name: 'per-page', field: 'perPage', type: 'integer', meaning: 'How many on a page, 1 to 100.' },
];

/** @param {string} meaning */
export const notes = (meaning) => ({ name: 'notes', field: 'notes', meaning });

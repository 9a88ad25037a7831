import { prefersCsv } from './prefers-csv.js';

describe('A list is answered as CSV', () => {
  it.each([
    'text/csv',
    'Text/CSV',
    'text/csv; charset=utf-8',
    'text/csv;header=present;q=0.9, application/json;q=0.5',
    'text/csv, */*',
    '*/*, text/csv',
    'text/*',
    'application/json;q=0, text/csv;q=0.1',
    'text/html, text/csv;q=0.2',
  ])('to who accepts %j', (accept) => expect(prefersCsv(accept)).toBe(true));
});

describe('A list is answered as JSON', () => {
  it.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'text/csv, application/json',
    'application/json, text/csv',
    'text/csv;q=0.5, */*',
    'text/csv;q=0',
    'text/csv;q=0, text/*',
    'application/pdf',
    'text/csvx',
    ',;=,',
  ])('to who accepts %j', (accept) => expect(prefersCsv(accept)).toBe(false));
});

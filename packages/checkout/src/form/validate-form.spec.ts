import { aForm } from '../testing/a-form.js';
import type { FormValues, Problems } from './fields.js';
import { validateForm } from './validate-form.js';

const now = new Date('2026-11-22T12:00:00Z');
const inProduction = (fields: Partial<FormValues>): Problems =>
  validateForm(aForm({ method: 'credit_card', ...fields }), { isSandbox: false, now });
const inSandbox = (fields: Partial<FormValues>): Problems =>
  validateForm(aForm({ method: 'credit_card', ...fields }), { isSandbox: true, now });

describe('validateForm', () => {
  it('finds nothing in a form that is right', () => {
    expect(inProduction({})).toEqual({});
  });

  it('finds everything that is missing, from top to bottom', () => {
    const empty = { number: ' ', holderName: '', expiry: '', cvv: '', name: ' ', taxId: '', email: '', phone: '' };
    expect(Object.entries(inProduction(empty))).toEqual(
      ['number', 'holderName', 'expiry', 'cvv', 'name', 'taxId', 'email', 'phone'].map((field) => [field, 'missing']),
    );
  });

  it('asks for no card when none is paid with', () => {
    expect(inProduction({ method: 'pix', number: '', holderName: '', expiry: '', cvv: '' })).toEqual({});
  });

  it.each([
    ['4929 0000 1111', 'invalid'],
    ['4929 0000 1111 2222 3333', 'invalid'],
    ['9999 0000 1111 2222', 'unsupported'],
  ])('says of the card number %s: %s', (number, problem) => {
    expect(inSandbox({ number }).number).toBe(problem);
  });

  it('looks at the last digit of a card in production only', () => {
    expect(inProduction({ number: '4929 0000 1111 2228' }).number).toBe('invalid');
    expect(inSandbox({ number: '4929 0000 1111 2228' }).number).toBeUndefined();
  });

  it('asks Hipercard for no check digit', () => {
    expect(inProduction({ number: '6062 8256 2425 4003' }).number).toBeUndefined();
  });

  it.each([
    ['11/26', undefined],
    ['11/2026', undefined],
    ['10/26', 'expired'],
    ['12/2025', 'expired'],
    ['13/30', 'invalid'],
    ['00/30', 'invalid'],
    ['1/30', 'invalid'],
    ['12/3', 'invalid'],
  ])('says of the expiry %s: %s', (expiry, problem) => {
    expect(inProduction({ expiry }).expiry).toBe(problem);
  });

  it('lets a card be good until its month has ended in Brazil', () => {
    const stillNovember = new Date('2026-12-01T02:59:59Z');
    const values = aForm({ method: 'credit_card', expiry: '11/26' });
    expect(validateForm(values, { isSandbox: false, now: stillNovember }).expiry).toBeUndefined();
  });

  it('asks American Express for four digits and all others for three', () => {
    expect(inSandbox({ cvv: '1234' }).cvv).toBe('invalid');
    expect(inSandbox({ cvv: '12' }).cvv).toBe('invalid');
    expect(inSandbox({ number: '3782 822463 10005', cvv: '1234' }).cvv).toBeUndefined();
    expect(inSandbox({ number: '3782 822463 10005', cvv: '123' }).cvv).toBe('invalid');
  });

  it.each<[string, Partial<FormValues>]>([
    ['CPF', { taxIdKind: 'cpf', taxId: '123.456.789-00' }],
    ['CNPJ', { taxIdKind: 'cnpj', taxId: '12.ABC.345/01DE-00' }],
  ])('looks at the check digits of a %s in production only', (_kind, fields) => {
    expect(inProduction(fields).taxId).toBe('invalid');
    expect(inSandbox(fields).taxId).toBeUndefined();
  });

  it('knows a CNPJ with letters', () => {
    expect(inProduction({ taxIdKind: 'cnpj', taxId: '12.abc.345/01de-35' }).taxId).toBeUndefined();
  });

  it.each<Partial<FormValues>>([
    { taxIdKind: 'cpf', taxId: '123.456.789-0' },
    { taxIdKind: 'cpf', taxId: '12.ABC.345/01DE-35' },
    { taxIdKind: 'cnpj', taxId: '123.456.789-09' },
    { taxIdKind: 'cnpj', taxId: '12.ABC.345/01DE-3X' },
  ])('refuses the wrong length or form, also in the sandbox: %j', (fields) => {
    expect(inSandbox(fields).taxId).toBe('invalid');
  });

  it.each([
    'maria',
    'maria@',
    '@example.com',
    'maria@example',
    'maria@exa mple.com',
    'a@b@example.com',
    'a@example..com',
  ])('refuses the e-mail address %s', (email) => {
    expect(inSandbox({ email }).email).toBe('invalid');
  });

  it.each(['maria@example.com', ' m.s+x@mail.example.com.br '])('takes the e-mail address %s', (email) => {
    expect(inSandbox({ email }).email).toBeUndefined();
  });

  it.each([
    ['(11) 98765-4321', undefined],
    ['(11) 3456-7890', undefined],
    ['98765-4321', 'invalid'],
    ['(01) 98765-4321', 'invalid'],
    ['+351912345678', undefined],
    ['+123', 'invalid'],
  ])('says of the phone %s: %s', (phone, problem) => {
    expect(inSandbox({ phone }).phone).toBe(problem);
  });

  it('refuses a name that is longer than the platform keeps', () => {
    expect(inSandbox({ name: 'x'.repeat(256) }).name).toBe('invalid');
    expect(inSandbox({ name: 'x'.repeat(255) }).name).toBeUndefined();
  });
});

import { barcodeOfLine, parseBrCode } from '@centavo/brazil';
import { newId } from '@centavo/runtime';
import type { BoletoRequest, PixRequest } from '../../acquirer.port.js';
import { anOperation, type AcquirerUnderTest } from '../acquirer-under-test.js';

const HOUR_MS = 3_600_000;

const aPix = (): PixRequest => ({
  reference: newId(),
  amount: 12_345n,
  expiresAt: new Date(Date.now() + HOUR_MS),
});

const aBoleto = (): BoletoRequest => ({
  reference: newId(),
  amount: 12_345n,
  dueAt: new Date(Date.now() + 72 * HOUR_MS).toISOString().slice(0, 10),
  instructions: null,
  payer: {
    name: 'Ana Souza',
    email: 'ana@example.com',
    tax_id: '11144477735',
    phone: '+5511987654321',
    type: 'individual',
  },
});

export function describeInvoices(current: () => AcquirerUnderTest): void {
  const register = {
    Pix: (request = aPix()) => current().acquirer.createPix(request),
    boleto: (request = aBoleto()) => current().acquirer.registerBoleto(request),
  };

  it('makes a BR Code that can be read, with a txid', async () => {
    const { qrCode, txid } = await register.Pix();
    expect(() => parseBrCode(qrCode)).not.toThrow();
    expect(txid).toMatch(/^[a-zA-Z0-9]{26,35}$/);
  });

  it('makes a boleto whose line and barcode are one, for the amount', async () => {
    const { line, barcode } = await register.boleto();
    expect(barcodeOfLine(line)).toBe(barcode);
    expect(barcode.slice(9, 19)).toBe('0000012345');
  });

  describe.each(['Pix', 'boleto'] as const)('a %s', (method) => {
    /** @returns its reference */
    async function registered(): Promise<string> {
      const [pix, boleto] = [aPix(), aBoleto()];
      await (method === 'Pix' ? register.Pix(pix) : register.boleto(boleto));
      return (method === 'Pix' ? pix : boleto).reference;
    }

    it('is the same one for the same reference, also when asked for at once', async () => {
      const [pix, boleto] = [aPix(), aBoleto()];
      const ask = () => (method === 'Pix' ? register.Pix(pix) : register.boleto(boleto));
      const [first, ...others] = await Promise.all([ask(), ask(), ask()]);
      for (const other of [...others, await ask()]) expect(other).toEqual(first);
      expect((await register[method]()).externalId).not.toBe(first.externalId);
    });

    it('is unpaid until it is paid', async () => {
      const { acquirer, pay } = current();
      const reference = await registered();
      expect(await acquirer.inquirePayment(reference)).toBeUndefined();
      await pay(reference);
      expect(await acquirer.inquirePayment(reference)).toEqual({
        endToEndId: method === 'Pix' ? expect.stringMatching(/^E\d{20}[a-zA-Z0-9]{11}$/) : null,
        paidAt: expect.any(Date),
      });
    });

    it('can be voided until it is paid, and not be captured', async () => {
      const { acquirer } = current();
      const reference = await registered();
      expect(await acquirer.operate(anOperation('capture', reference, 1n))).toMatchObject({ outcome: 'refused' });
      expect(await acquirer.operate(anOperation('void', reference, 12_345n))).toEqual({ outcome: 'done' });
    });

    it('is refunded and not voided once it is paid', async () => {
      const { acquirer, pay } = current();
      const reference = await registered();
      expect(await acquirer.operate(anOperation('refund', reference, 1n))).toMatchObject({ outcome: 'refused' });
      await pay(reference);
      expect(await acquirer.operate(anOperation('void', reference, 12_345n))).toMatchObject({ outcome: 'refused' });
      expect(await acquirer.operate(anOperation('refund', reference, 12_345n))).toEqual({ outcome: 'done' });
    });
  });

  it('knows of no payment for a reference it never heard of', async () => {
    expect(await current().acquirer.inquirePayment(newId())).toBeUndefined();
  });
}

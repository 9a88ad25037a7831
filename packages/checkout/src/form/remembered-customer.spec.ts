import type { PaymentMethod } from '../api/charge.js';
import type { Stage } from '../payment/stage.js';
import { aChargeOf } from '../testing/a-charge.js';
import { aForm } from '../testing/a-form.js';
import { MemoryStorage, RefusingStorage } from '../testing/memory-storage.js';
import { CustomerMemory } from './remembered-customer.js';

const waitingFor = (method: PaymentMethod): Stage => ({
  name: 'waiting',
  charge: aChargeOf(method),
  isOffline: false,
  leaving: 'no',
});

describe('CustomerMemory', () => {
  it('knows who pays, and nothing of the card', () => {
    const storage = new MemoryStorage();
    const values = aForm({ taxIdKind: 'cnpj', taxId: '12.ABC.345/01DE-35' });
    new CustomerMemory(storage).keep(values);
    const { name, taxId, taxIdKind, email, phone } = values;
    expect(new CustomerMemory(storage).recall()).toEqual({ name, taxId, taxIdKind, email, phone });
    expect([...storage.texts.values()].join()).not.toMatch(/4929|MARIA SILVA|123"/);
  });

  it('forgets', () => {
    const storage = new MemoryStorage();
    const memory = new CustomerMemory(storage);
    memory.keep(aForm());
    memory.forget();
    expect(storage.texts.size).toBe(0);
  });

  describe('follows the payer', () => {
    it.each<[string, Stage, boolean]>([
      ['to his Pix code, which may expire', waitingFor('pix'), true],
      ['to his boleto', waitingFor('boleto'), false],
      ['to his receipt', { name: 'paid', charge: aChargeOf('pix'), isFresh: true }, false],
    ])('%s', (_what, stage, isKnown) => {
      const storage = new MemoryStorage();
      const memory = new CustomerMemory(storage);
      memory.follow({ name: 'sending', method: 'pix', isSlow: false }, aForm());
      expect(memory.recall().name).toBe('Maria Silva');
      memory.follow(stage, aForm());
      expect(storage.texts.size > 0).toBe(isKnown);
    });
  });

  it('knows nobody where the browser keeps nothing', () => {
    for (const storage of [null, new RefusingStorage()]) {
      const memory = new CustomerMemory(storage);
      memory.keep(aForm());
      memory.forget();
      expect(memory.recall().name).toBeUndefined();
    }
  });
});

import { aForm } from '../testing/a-form.js';
import { MemoryStorage, RefusingStorage } from '../testing/memory-storage.js';
import { CustomerMemory } from './remembered-customer.js';

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

  it('knows nobody where the browser keeps nothing', () => {
    for (const storage of [null, new RefusingStorage()]) {
      const memory = new CustomerMemory(storage);
      memory.keep(aForm());
      memory.forget();
      expect(memory.recall().name).toBeUndefined();
    }
  });
});

import { aForm } from '../testing/a-form.js';
import { customerOf } from './customer.js';

describe('customerOf', () => {
  it('is a person with a CPF', () => {
    expect(customerOf(aForm({ name: ' Maria Silva ', email: ' maria@example.com ' }))).toEqual({
      name: 'Maria Silva',
      email: 'maria@example.com',
      tax_id: '12345678909',
      phone: '+5511987654321',
      type: 'individual',
    });
  });

  it('is a company with a CNPJ', () => {
    const { tax_id, type } = customerOf(aForm({ taxIdKind: 'cnpj', taxId: '12.abc.345/01de-35' }));
    expect({ tax_id, type }).toEqual({ tax_id: '12ABC34501DE35', type: 'company' });
  });

  it("keeps another country's phone number", () => {
    expect(customerOf(aForm({ phone: '+351 912 345 678' })).phone).toBe('+351912345678');
  });
});

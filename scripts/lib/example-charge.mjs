/** The body of the first payment, as the README shows it: R$ 100.00 by a card that is approved. */
export const exampleCharge = {
  amount: 10_000,
  product_type: 'physical',
  payment_method: 'credit_card',
  payment_details: { token: 'tok_visa', installments: 1 },
  customer: {
    name: 'Maria Silva',
    email: 'maria@example.com',
    tax_id: '12345678909',
    phone: '+5511987654321',
    type: 'individual',
  },
  items: [{ name: 'Camiseta', quantity: 1, unit_price: 10_000, tangible: true }],
};

import { DEFAULT_ANTICIPATION, DEFAULT_FEES, DEFAULT_WITHDRAWAL_METHODS } from '@centavo/contracts';
import { changedTerms, termsChange, type MerchantTerms } from './merchant-terms.domain.js';

const TERMS: MerchantTerms = {
  status: 'active',
  fees: DEFAULT_FEES,
  anticipation: DEFAULT_ANTICIPATION,
  withdrawal_methods: DEFAULT_WITHDRAWAL_METHODS,
};

describe('The terms of a merchant', () => {
  it('stay when nothing is named', () => {
    expect(changedTerms(TERMS, {})).toEqual(TERMS);
    expect(termsChange(TERMS, changedTerms(TERMS, {}))).toBeNull();
  });

  it('change in the fee that is named and keep the others', () => {
    const { fees } = changedTerms(TERMS, { fees: { pix: { bps: 50, fixed: 1 }, withdrawal: { ted: 100 } } });
    expect(fees).toEqual({
      ...DEFAULT_FEES,
      pix: { bps: 50, fixed: 1 },
      withdrawal: { ...DEFAULT_FEES.withdrawal, ted: 100 },
    });
  });

  it('take new bands in place of all the old ones', () => {
    const credit_card = [{ from: 1, to: 12, bps: 300, fixed: 0 }];
    expect(changedTerms(TERMS, { fees: { credit_card } }).fees.credit_card).toEqual(credit_card);
  });

  it('change in the setting that is named and keep the others', () => {
    const { anticipation } = changedTerms(TERMS, { anticipation: { review: 'manual' } });
    expect(anticipation).toEqual({ ...DEFAULT_ANTICIPATION, review: 'manual' });
  });

  it('have withdrawal methods in one order, so that the same ones are no change', () => {
    expect(termsChange(TERMS, changedTerms(TERMS, { withdrawal_methods: ['ted', 'pix'] }))).toBeNull();
    expect(changedTerms(TERMS, { withdrawal_methods: [] }).withdrawal_methods).toEqual([]);
  });

  it('are remembered as far as they changed', () => {
    const change = termsChange(TERMS, changedTerms(TERMS, { status: 'suspended', withdrawal_methods: ['pix'] }));
    expect(change).toEqual({
      before: { status: 'active', withdrawal_methods: ['pix', 'ted'] },
      after: { status: 'suspended', withdrawal_methods: ['pix'] },
    });
  });
});

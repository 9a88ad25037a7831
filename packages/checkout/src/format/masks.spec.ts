import { applyMask, maskCardNumber, maskCnpj, maskCpf, maskExpiry, maskPhone } from './masks.js';

describe('Masks', () => {
  it.each([
    ['4929000011112222', '4929 0000 1111 2222'],
    ['4929 0000-1111.2222', '4929 0000 1111 2222'],
    ['49290', '4929 0'],
    ['378282246310005', '3782 822463 10005'],
    ['37828224', '3782 8224'],
    ['6362970000457013123999', '6362 9700 0045 7013 123'],
    ['', ''],
  ])('write the card number %s as %s', (typed, shown) => {
    expect(maskCardNumber(typed)).toBe(shown);
  });

  it.each([
    ['0', '0'],
    ['09', '09'],
    ['093', '09/3'],
    ['0931', '09/31'],
    ['09/31', '09/31'],
    ['09/2031', '09/2031'],
    ['4', '04'],
    ['431', '04/31'],
    ['09319', '09/31'],
  ])('write the expiry %s as %s', (typed, shown) => {
    expect(maskExpiry(typed)).toBe(shown);
  });

  it.each([
    ['123', '123'],
    ['1234', '123.4'],
    ['12345678909', '123.456.789-09'],
    ['123.456.789-099', '123.456.789-09'],
  ])('write the CPF %s as %s', (typed, shown) => {
    expect(maskCpf(typed)).toBe(shown);
  });

  it.each([
    ['12a', '12.A'],
    ['12abc34501de35', '12.ABC.345/01DE-35'],
  ])('write the CNPJ %s as %s', (typed, shown) => {
    expect(maskCnpj(typed)).toBe(shown);
  });

  it.each([
    ['11', '11'],
    ['119', '(11) 9'],
    ['1134567890', '(11) 3456-7890'],
    ['11987654321', '(11) 98765-4321'],
    ['+5511987654321', '(11) 98765-4321'],
    ['+55 11 98765-4321', '(11) 98765-4321'],
    ['+351 912 345 678', '+351912345678'],
    ['+', '+'],
  ])('write the phone number %s as %s', (typed, shown) => {
    expect(maskPhone(typed)).toBe(shown);
  });
});

describe('applyMask', () => {
  it('keeps the caret behind the digit that was typed in the middle', () => {
    // 4929 |000 becomes 4929 1|000
    expect(applyMask(maskCardNumber, '4929 1000', 6)).toEqual({ text: '4929 1000', caret: 6 });
    expect(applyMask(maskCardNumber, '49291 0000', 5)).toEqual({ text: '4929 1000 0', caret: 6 });
  });

  it('keeps the caret at the end of what is typed on', () => {
    expect(applyMask(maskCpf, '1234', 4)).toEqual({ text: '123.4', caret: 5 });
  });

  it('keeps the caret at the beginning', () => {
    expect(applyMask(maskCpf, '23.456', 0)).toEqual({ text: '234.56', caret: 0 });
  });
});

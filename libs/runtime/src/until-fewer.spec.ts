import { untilFewer } from './until-fewer.js';

/** A step that does what it is told, one number after the other. */
function stepsOf(...numbers: number[]) {
  const left = [...numbers];
  const step = () => (left.length > 0 ? Promise.resolve(left.shift()!) : Promise.reject(new Error('one too many')));
  return { left, step };
}

describe('untilFewer', () => {
  it('goes on while a step does all that it may, and adds up', async () => {
    const { left, step } = stepsOf(3, 3, 2, 3);

    expect(await untilFewer(3, step)).toBe(8);
    expect(left).toEqual([3]);
  });

  it('looks once when there is nothing to do', async () => {
    const { left, step } = stepsOf(0, 3);

    expect(await untilFewer(3, step)).toBe(0);
    expect(left).toEqual([3]);
  });

  it('ends with a step that fails', async () => {
    const { step } = stepsOf(3);

    await expect(untilFewer(3, step)).rejects.toThrow('one too many');
  });
});

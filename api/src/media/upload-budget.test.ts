import { describe, expect, it } from 'vitest';
import { type Charge, createUploadBudget } from './upload-budget.ts';

/** An upload that holds what it is told to until it is ended. */
function begin(budget: ReturnType<typeof createUploadBudget>, accountId: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let charge: Charge = () => undefined;
  const ended = budget.share(accountId, (given) => {
    charge = given;
    return promise;
  });
  return {
    charge: (sizeBytes: number) => charge(sizeBytes),
    end() {
      resolve();
      return ended;
    },
  };
}

describe('the budget of uploads', () => {
  it('counts bytes as they come: uploads that send nothing hold nothing', () => {
    const budget = createUploadBudget(1_000);
    for (let index = 0; index < 200; index += 1) begin(budget, 'a');
    expect(() => begin(budget, 'b').charge(250)).not.toThrow();
  });

  it('lets no account take more than a quarter, whatever its number of uploads', () => {
    const budget = createUploadBudget(1_000);
    begin(budget, 'a').charge(200);
    const second = begin(budget, 'a');
    second.charge(50);
    expect(() => second.charge(1)).toThrow(expect.objectContaining({ code: 'unavailable' }));
    expect(() => begin(budget, 'b').charge(250)).not.toThrow();
  });

  it('lets all together take no more than there is, and gives back what ended', async () => {
    const budget = createUploadBudget(1_000);
    const four = ['a', 'b', 'c', 'd'].map((account) => begin(budget, account));
    for (const upload of four) upload.charge(250);
    const late = begin(budget, 'e');
    expect(() => late.charge(1)).toThrow('Too many uploads are running.');
    await four[0]?.end();
    expect(() => late.charge(250)).not.toThrow();
  });

  it('gives back what a failed upload held', async () => {
    const budget = createUploadBudget(1_000);
    const failed = budget.share('a', async (charge) => {
      charge(250);
      throw new Error('broken');
    });
    await expect(failed).rejects.toThrow('broken');
    expect(() => begin(budget, 'a').charge(250)).not.toThrow();
  });
});

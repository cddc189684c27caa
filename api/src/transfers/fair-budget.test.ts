import { describe, expect, it } from 'vitest';
import { createFairBudget } from './fair-budget.ts';

describe('a fair budget', () => {
  it('charges bytes as they come and gives back what is closed, once', () => {
    let held = 0;
    const budget = createFairBudget({ totalBytes: 100, accountBytes: 60, onHeld: (bytes) => (held = bytes) });
    const share = budget.open('a', 'upload');
    expect(held).toBe(0);
    share.take(40);
    share.give(10);
    expect([share.heldBytes(), held]).toEqual([30, 30]);
    share.close();
    share.close();
    expect([share.heldBytes(), held]).toEqual([0, 0]);
  });

  it('bounds an account, whatever number of transfers it has', () => {
    const reasons: string[] = [];
    const onRefusal = (kind: string, reason: string) => reasons.push(`${kind} ${reason}`);
    const budget = createFairBudget({ totalBytes: 100, accountBytes: 60, mostOpen: { upload: 2 }, onRefusal });
    budget.open('a', 'upload').take(50);
    const second = budget.open('a', 'upload');
    expect(() => second.take(11)).toThrow(/running transfers of this account have reached/);
    expect(() => budget.open('a', 'upload')).toThrow(/2 transfers of the kind upload/);
    budget.open('a', 'import').take(10);
    expect(reasons).toEqual(['upload holder_full', 'upload too_many']);
  });

  it('ends the youngest transfer of the largest holder when somebody smaller needs room', () => {
    const budget = createFairBudget({ totalBytes: 100, accountBytes: 100 });
    const [old, young] = [budget.open('large', 'upload'), budget.open('large', 'upload')];
    old.take(50);
    young.take(40);
    const small = budget.open('small', 'upload');
    small.take(20);
    expect([old.signal.aborted, young.signal.aborted]).toEqual([false, true]);
    expect(() => young.take(1)).toThrow(/space for transfers is full, and this account uses the most/);
    expect([old, young, small].map((share) => share.heldBytes())).toEqual([50, 0, 20]);
  });

  it('refuses whoever would be the largest holder itself, and ends nothing for it', () => {
    const budget = createFairBudget({ totalBytes: 100, accountBytes: 100 });
    const small = budget.open('small', 'upload');
    small.take(30);
    const large = budget.open('large', 'upload');
    large.take(60);
    expect(() => large.take(11)).toThrow(/Too many transfers are running/);
    expect(small.signal.aborted).toBe(false);
    expect([small.heldBytes(), large.heldBytes()]).toEqual([30, 60]);
  });
});

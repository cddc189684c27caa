import { FramemillError } from '@framemill/timeline/errors';
import { expect, it } from 'vitest';
import { WrongBytes } from './object-store.ts';
import { type Patience, withPatience } from './patience.ts';

const away = () => new FramemillError('unavailable', 'the store is away');
const absent = () => new FramemillError('not_found', 'no such object');
const wrong = () => new WrongBytes('a', 'flipped');

/**
 * Runs an operation that fails once with each of `errors` and then succeeds, or with `forGood` keeps failing with the
 * last error.
 */
async function run(errors: (() => Error)[], patience: Partial<Patience>, forGood = false) {
  let calls = 0;
  const operation = async () => {
    const error = errors[forGood ? Math.min(calls, errors.length - 1) : calls];
    calls += 1;
    if (error) throw error();
    return 'here';
  };
  const outcome = await withPatience(operation, { awayMs: 60, wrongMs: 60, firstDelayMs: 1, ...patience }).catch(
    (error: Error) => error,
  );
  return { outcome, calls };
}

it('asks again while the store is away or wrong, in any order', async () => {
  expect(await run([away, wrong, away, wrong, wrong], {})).toEqual({ outcome: 'here', calls: 6 });
});

it('believes a wrong answer only when it came twice, as far apart as was said', async () => {
  const beganAt = Date.now();
  const { outcome, calls } = await run([wrong], {}, true);
  expect(outcome).toBeInstanceOf(WrongBytes);
  expect(Date.now() - beganAt).toBeGreaterThanOrEqual(58);
  expect(calls).toBeGreaterThan(2);
  expect((await run([wrong], { wrongMs: 0 }, true)).calls).toBe(2);
});

it('believes at once that an object is absent, unless it must exist', async () => {
  expect(await run([absent], {}, true)).toMatchObject({ outcome: { code: 'not_found' }, calls: 1 });
  expect(await run([absent, absent], { mustExist: true })).toEqual({ outcome: 'here', calls: 3 });
  expect((await run([absent], { mustExist: true }, true)).outcome).toMatchObject({ code: 'not_found' });
});

it('gives a store up that stays away, and what is not the fault of the store at once', async () => {
  expect((await run([away], {}, true)).outcome).toMatchObject({ code: 'unavailable' });
  expect(await run([away], { isFinal: () => true }, true)).toMatchObject({
    outcome: { code: 'unavailable' },
    calls: 1,
  });
  expect(await run([() => new TypeError('x')], {})).toMatchObject({ outcome: { name: 'TypeError' }, calls: 1 });
});

it('ends with the signal', async () => {
  const stop = new AbortController();
  const asking = withPatience(() => new Promise(() => undefined), { awayMs: 1, wrongMs: 1, signal: stop.signal });
  stop.abort(new Error('cancelled'));
  await expect(asking).rejects.toThrow('cancelled');
});

import { expect, it } from 'vitest';
import { manualClock } from '../../test/manual-clock.ts';
import { SENDING_LIMITS, slowTurnMs } from './sending-limits.ts';
import { createSendingSlots } from './sending-slots.ts';

const fast = { isSlow: false, slowTurnMs: 600_000 };
const slow = { isSlow: true, slowTurnMs: 600_000 };

it('has places for all, of an account, and of those that are slow', () => {
  const places = createSendingSlots({ places: 4, ofAccount: 2, slowSlots: 1 }, manualClock());
  places.take('del_1', 'a', slow);
  places.take('del_2', 'a', fast);
  expect([places.isFull, places.hasSlowSlot, places.fullAccounts()]).toEqual([false, false, ['a']]);
  // It had its slow place already; the other one must give way.
  expect([places.becomeSlow('del_1'), places.becomeSlow('del_2')]).toEqual([true, false]);
  places.becomeFast('del_1');
  expect([places.becomeSlow('del_2'), places.hasSlowSlot]).toEqual([true, false]);
  places.free('del_2');
  expect([places.hasSlowSlot, places.fullAccounts()]).toEqual([true, []]);
  for (const id of ['del_3', 'del_4', 'del_5']) places.take(id, id, fast);
  expect(places.isFull).toBe(true);
});

it('takes the second slow place of an account back at once when another waits, and its last one after its turn', () => {
  const clock = manualClock();
  const places = createSendingSlots({ places: 16, ofAccount: 2, slowSlots: 3 }, clock);
  places.take('a1', 'a', slow);
  clock.advance(1);
  for (const [id, account] of [['a2', 'a'] as const, ['b1', 'b'] as const]) places.take(id, account, slow);
  const giving = () => ['a1', 'a2', 'b1'].filter((id) => places.givesWay(id));
  expect([giving(), places.slowAccounts()]).toEqual([[], ['a', 'b']]);
  places.setWaiting(['c']);
  expect(giving()).toEqual(['a2']);
  places.free('a2');
  // It is for the one that waits.
  expect(['a', 'c'].map((account) => places.mayTakeSlow(account))).toEqual([false, true]);
  places.take('c1', 'c', slow);
  places.setWaiting(['a', 'd', 'e']);
  clock.advance(599_999);
  expect(giving()).toEqual(['a1']);
  clock.advance(1);
  expect(giving()).toEqual(['a1', 'b1']);
});

it('gives a slow place to the account that held none for longest', () => {
  const clock = manualClock();
  const places = createSendingSlots({ places: 16, ofAccount: 2, slowSlots: 1 }, clock);
  const may = () => ['a', 'b', 'c'].filter((account) => places.mayTakeSlow(account));
  for (const [account, waiting, next] of [
    ['a', ['b', 'c'], 'b'],
    ['b', ['a', 'c'], 'c'],
    ['c', ['b', 'a'], 'a'],
  ] as const) {
    places.take(account, account, slow);
    places.setWaiting(waiting);
    clock.advance(600_000);
    expect(places.givesWay(account)).toBe(true);
    places.free(account);
    // Before the next look, and after it.
    expect(may()).toEqual([next]);
    places.setWaiting(['a', 'b', 'c']);
    expect(may()).toEqual([next]);
  }
});

it('lets a PUT, which begins anew, have twice the turn with each attempt', () => {
  const minutes = (kind: string, attempts: number) => slowTurnMs({ kind, attempts }, SENDING_LIMITS) / 60_000;
  expect([minutes('s3', 5), minutes('sftp', 5), minutes('put', 1), minutes('put', 8)]).toEqual([10, 10, 10, 1_280]);
});

import { expect, it } from 'vitest';
import { createEndpointSlots } from './endpoint-slots.ts';

it('lets four tries of one endpoint in, whatever the others do', () => {
  const endpointSlots = createEndpointSlots();
  expect(Array.from({ length: 5 }, () => endpointSlots.enter('a'))).toEqual([true, true, true, true, false]);
  expect(endpointSlots.enter('b')).toBe(true);
  endpointSlots.leave('a', 20);
  expect(endpointSlots.enter('a')).toBe(true);
});

it('lets one try of a slow endpoint in, until it is quick again', () => {
  const endpointSlots = createEndpointSlots();
  endpointSlots.enter('a');
  endpointSlots.leave('a', 15_000);
  expect([endpointSlots.enter('a'), endpointSlots.enter('a')]).toEqual([true, false]);
  endpointSlots.leave('a', 30);
  expect([endpointSlots.enter('a'), endpointSlots.enter('a')]).toEqual([true, true]);
});

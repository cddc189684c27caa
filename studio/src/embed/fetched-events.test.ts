import { expect, it } from 'vitest';
import { readEvents } from './fetched-events.ts';

/** Reads the events `name` in parts of a stream. Returns their data. */
async function dataOf(name: string, parts: readonly string[]): Promise<unknown[]> {
  const target = new EventTarget();
  const received: unknown[] = [];
  target.addEventListener(name, (event) => received.push(Reflect.get(event, 'data')));
  const left = [...parts];
  const read = async () => {
    const value = left.shift();
    return value === undefined ? { done: true as const, value } : { done: false as const, value };
  };
  await readEvents({ read }, target);
  return received;
}

it('dispatches whole events, wherever the stream is cut', async () => {
  const blocks = ['retry: 1500', 'event: rev\ndata: {"rev":3}', ':', 'event: rev\ndata: {"rev":4,"at":"10:00"}'];
  const stream = `${blocks.join('\n\n')}\n\nevent: rev\n`;
  const expected = ['{"rev":3}', '{"rev":4,"at":"10:00"}'];
  expect(await dataOf('rev', [stream])).toEqual(expected);
  expect(await dataOf('rev', [...stream])).toEqual(expected);
  expect(await dataOf('media', [stream])).toEqual([]);
});

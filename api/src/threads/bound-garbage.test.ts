import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

// Keeps 300,000 objects, and lets go of 30 million others that live for some turns of the loop. Prints the largest heap.
const program = `
const { boundGarbage } = await import(process.argv[1]);
if (process.argv[2] === 'bounded') boundGarbage({ aboveBytes: 1 });
const { setTimeout: wait } = await import('node:timers/promises');
const live = Array.from({ length: 300_000 }, (_, n) => ({ n, text: 'x' + n }));
const turns = [];
let most = 0;
await wait(1_100);
for (let turn = 0; turn < 400; turn++) {
  turns.push(Array.from({ length: 20_000 }, (_, n) => ({ n, text: 'y' + n, list: [n, turn] })));
  if (turns.length > 15) turns.shift();
  most = Math.max(most, process.memoryUsage().heapUsed);
  await wait(1);
}
console.log(live.length && most);
`;

it('keeps the garbage of a busy heap small', async () => {
  const url = new URL('./bound-garbage.ts', import.meta.url).href;
  const largestHeap = async (how: string) => {
    const args = ['--input-type=module', '-e', program, url, how];
    return Number((await promisify(execFile)(process.execPath, args)).stdout);
  };
  const [alone, bounded] = await Promise.all([largestHeap('alone'), largestHeap('bounded')]);
  expect(bounded).toBeLessThan(0.75 * alone);
});

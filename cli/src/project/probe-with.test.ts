import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRenderChild } from '@framemill/compositor/child';
import { expect, it, onTestFinished } from 'vitest';
import { probeWith } from './probe-with.ts';

const folder = mkdtempSync(join(tmpdir(), 'framemill-probes-'));
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const faultOf = (facts: Promise<unknown>) => facts.catch((error: Error) => error.message);

it('goes on behind a file that is no media', async () => {
  const child = startRenderChild();
  onTestFinished(() => child.kill());
  const probe = probeWith([child], 'ends');
  const wrong = faultOf(probe(file('a.txt', 'text')));
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>';
  const right = probe(file('b.svg', svg));
  expect(await wrong).not.toContain('crashed');
  expect(await right).toMatchObject({ kind: 'image', width: 2 });
});

it('names the file that ends the process, and says of those behind it that they were not read', async () => {
  const child = startRenderChild();
  const probe = probeWith([child], 'ends');
  const [first, second] = [file('c.svg', '<svg/>'), file('d.svg', '<svg/>')];
  const faults = [faultOf(probe(first)), faultOf(probe(second))];
  child.kill('SIGABRT');
  expect(await Promise.all(faults)).toEqual([
    `Reading ${first} crashed the render process (SIGABRT). Convert it again, or use another file.`,
    `${second} was not read, because ${first} crashed the render process. Replace that file first.`,
  ]);
});

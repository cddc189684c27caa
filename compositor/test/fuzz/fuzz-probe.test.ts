import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fuzzProbe } from './fuzz-probe.ts';
import { mutate } from './mutate.ts';
import { handmadeSeeds } from './seed-files.ts';

describe('the fuzzed probe', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'framemill-fuzz-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('answers 60 mutated files: facts or a refusal, no death and no hang', async () => {
    const seeds = await handmadeSeeds(folder);
    const { read, refused, faults } = await fuzzProbe({ seeds, files: 60, seed: 100, folder });
    expect(faults).toEqual([]);
    expect(read + refused).toBe(60);
    expect(read).toBeGreaterThan(5);
    expect(refused).toBeGreaterThan(5);
  });

  it('makes the same file of the same seed, and another of another', async () => {
    const [file = Buffer.alloc(0), other = Buffer.alloc(0)] = (await handmadeSeeds(folder)).map(({ bytes }) => bytes);
    const once = Array.from({ length: 20 }, (_, seed) => mutate(file, other, seed).toString('hex'));
    expect(Array.from({ length: 20 }, (_, seed) => mutate(file, other, seed).toString('hex'))).toEqual(once);
    expect(new Set(once).size).toBeGreaterThan(15);
  });
});

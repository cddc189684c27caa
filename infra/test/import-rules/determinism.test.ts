import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const clockOrRandom =
  /\b(Math\.random|Date\.now|new Date\(|performance\.|hrtime|randomUUID|randomBytes|getRandomValues)/;

/**
 * Sources that may read the clock, because they do not draw: the render process reports times, a browser is ended when
 * a page takes too long, and pages choose the size of preview frames by the time that they take.
 */
const exempt = [
  ...['compositor/src/child/', 'compositor/src/media/encode/hardware/calibrate.ts'],
  ...['client', 'player'].map((room) => `compositor/src/browser-engine/${room}/`),
  ...['rasteriser', 'rest-watch', 'work-in-time'].map((name) => `compositor/src/html/${name}.ts`),
];

const sources = ['timeline/src', 'compositor/src', 'compositor/kernels']
  .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
  .filter((file) => !file.endsWith('.test.ts') && !exempt.some((folder) => file.startsWith(folder)));

describe('the same document gives the same bytes', () => {
  it('because timeline and compositor read no clock and no random', () => {
    expect(sources.length).toBeGreaterThan(50);
    const found = sources.filter((file) => clockOrRandom.test(readFileSync(path.join(root, file), 'utf8')));
    expect(found).toEqual([]);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDocument } from '@framemill/timeline';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outputProfile } from '../../src/plan/profile.ts';
import { measureQuality } from '../../src/report/quality-report.ts';

const [width, height] = [64, 36];
const channels = 3;
const black = Buffer.alloc(width * height * channels);
/** Creates an image of noise that differs for each `n`. */
const noise = (n: number) => Buffer.from(black.map((_, at) => (at * 7_919 + n * 104_729) % 251));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-animations-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Writes an animation with frames of 0.1 s. A frame that equals the previous one is stored by a longer duration of that
 * frame.
 */
async function make(format: 'gif' | 'webp', frames: readonly Buffer[]): Promise<string> {
  const path = join(folder, `${frames.length}.${format}`);
  const stills = frames.map((data) => sharp(data, { raw: { width, height, channels } }).png().toBuffer());
  const images = await Promise.all(stills);
  const film = images.length > 1 ? sharp(images, { join: { animated: true } }) : sharp(images[0]);
  await film[format]({ delay: images.map(() => 100) }).toFile(path);
  return path;
}

async function measure(format: 'gif' | 'webp', frames: readonly Buffer[]) {
  const document = createDocument({ width, height });
  const asked = { format, quality: 'standard', resolution: 'full', maxShortSide: null, watermark: false } as const;
  const { profile } = outputProfile(document.settings, asked);
  const path = await make(format, frames);
  return measureQuality({ path, film: { document, profile, media: {}, fonts: {} }, limits: null });
}

describe.each(['gif', 'webp'] as const)('the report of a film as %s', (format) => {
  it('has its pictures and what is wrong with them, also where one stands until the end', async () => {
    const frames = Array.from({ length: 30 }, (_, n) => ((n >= 5 && n < 12) || n >= 20 ? black : noise(n)));
    const { video, audio, durationSec, findings } = await measure(format, frames);
    expect([video, audio, durationSec]).toEqual([{ codec: format, width, height, frames: 15 }, null, 3]);
    expect(findings.map(({ kind, startSec, endSec }) => [kind, startSec, endSec])).toEqual([
      ['black', 0.5, 1.2],
      ['black', 2, 3],
    ]);
  });
});

it('a film in which nothing moves is one picture as WebP, and has no stretches', async () => {
  expect(await measure('webp', [noise(1)])).toMatchObject({ video: null, durationSec: null, findings: [] });
});

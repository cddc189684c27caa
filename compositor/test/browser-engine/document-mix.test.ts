import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StereoBlock } from '../../src/audio/audio-format.ts';
import { openFileStream } from '../../src/audio/file-stream.ts';
import { mixAudio } from '../../src/audio/mix-audio.ts';
import type { MediaFiles } from '../../src/media/media-files.ts';
import { makeFolder, profileOf } from '../scenes.ts';
import { largestDifference, mixDocument, mixDocuments, mixInNode, mixMedia } from './mix-document.ts';

describe('the mix of a document for browsers', () => {
  const folder = makeFolder();
  let media: MediaFiles;
  beforeAll(async () => {
    media = await mixMedia(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has the samples that a render node encodes', async () => {
    for (const documentOf of Object.values(mixDocuments)) {
      const document = documentOf();
      const outPath = join(folder, 'mix.wav');
      const { samples } = await mixAudio({ document, media, outPath, profile: profileOf(document, { format: 'wav' }) });
      const encoded: StereoBlock = { left: new Float32Array(samples), right: new Float32Array(samples) };
      const stream = openFileStream(outPath, 0);
      expect(stream.read(encoded, 0, samples)).toBe(samples);
      stream.close();
      const mixed = await mixInNode(document, media, folder);
      expect(mixed.left.length).toBe(samples);
      // The file has 16 bits.
      expect(largestDifference(mixed, encoded)).toBeLessThan(2 / 32_768);
    }
  });

  it('begins in the middle of clips as if it had been played from the start', async () => {
    // Time stretches are left out: their excerpts begin elsewhere.
    const { 'clips at another speed that keep their pitch': _, ...documents } = mixDocuments;
    for (const [name, documentOf] of Object.entries(documents)) {
      const document = documentOf();
      const whole = await mixInNode(document, media, folder);
      const from = 4 * 48_000 - 123;
      const part = await mixInNode(document, media, folder, from);
      expect(part.left.length).toBe(whole.left.length - from);
      const rest = { left: whole.left.subarray(from), right: whole.right.subarray(from) };
      const worst = largestDifference(part, rest);
      expect([name, worst < 1e-3]).toEqual([name, true]);
    }
  });

  it('is empty after the end, and silent without clips that are audible', async () => {
    const document = mixDocument([{ src: 'music', start: 0, duration: 1, muted: true }]);
    const mixed = await mixInNode(document, media, folder);
    expect([mixed.left.length, mixed.left.every((value) => value === 0)]).toEqual([48_000, true]);
    expect((await mixInNode(document, media, folder, 48_000)).left.length).toBe(0);
  });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyMp4 } from './tiny-mp4.ts';

const probeModule = new URL('../../src/ingest/probe-media.ts', import.meta.url).href;

// Three packets of 60 bytes that look random, the same in each run: the decoder ends its process on them (an assertion in ac4dec.c).
function noise(): Buffer[] {
  let state = 5;
  const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  return Array.from({ length: 3 }, () => Buffer.from(Array.from({ length: 60 }, () => Math.floor(random() * 256))));
}

describe('codecs whose decoder is not allowed', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'framemill-codecs-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Probes a file in a process of its own, since a decoder may end it. Returns the signal that did, and the answer. */
  function probe(path: string): { signal: string | null; answer: string } {
    const program = `
      const { probeMedia } = await import(${JSON.stringify(probeModule)});
      const said = await probeMedia(process.argv[1]).then((facts) => JSON.stringify(facts), (error) => error.code + ': ' + error.message);
      process.stdout.write(said);`;
    const cwd = fileURLToPath(new URL('../..', import.meta.url));
    const { signal, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program, path], { cwd });
    return { signal, answer: stdout.toString() };
  }

  it('an AC-4 file is refused by the name of its codec, and no decoder sees it', { timeout: 60_000 }, () => {
    const path = join(folder, 'ac-4.mp4');
    writeFileSync(path, tinyMp4({ kind: 'audio', codec: 'ac-4', packets: noise() }));
    expect(probe(path)).toEqual({
      signal: null,
      answer:
        'invalid_request: This file uses the audio codec "ac4", which Framemill does not decode. Convert it to AAC or WAV.',
    });
  });
});

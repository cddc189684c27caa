import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fatalAc4 } from './tiny-mp4.ts';

const probeModule = new URL('../../src/ingest/probe-media.ts', import.meta.url).href;

describe('codecs whose decoder is not allowed', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'framemill-codecs-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /**
   * Probes a file in a separate process, because a decoder may crash. Returns the signal that ended the process and the
   * response.
   */
  function probe(path: string): { signal: string | null; answer: string } {
    const program = `
      const { probeMedia } = await import(${JSON.stringify(probeModule)});
      const said = await probeMedia(process.argv[1]).then((facts) => JSON.stringify(facts), (error) => error.code + ': ' + error.message);
      process.stdout.write(said);`;
    const cwd = fileURLToPath(new URL('../..', import.meta.url));
    const { signal, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program, path], { cwd });
    return { signal, answer: stdout.toString() };
  }

  it('an AC-4 file is refused by the name of its codec, and no decoder sees it', () => {
    const path = join(folder, 'ac-4.mp4');
    writeFileSync(path, fatalAc4());
    expect(probe(path)).toEqual({
      signal: null,
      answer:
        'invalid_request: This file uses the audio codec "ac4", which Framemill does not decode. Convert it to AAC or WAV.',
    });
  });
});

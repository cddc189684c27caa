import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileCache } from '@framemill/compositor/program';
import { wavFile } from '@framemill/testing/wav';
import { createDocument } from '@framemill/timeline';
import { expect } from 'vitest';

/** Path of the program that `npm run render` starts. */
export const command = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Runs the render command in a folder that also contains its cache. */
export function runIn(folder: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'render', ...args], {
    cwd: folder,
    env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** Creates a circle that moves from left to right. `duration` is in seconds. */
export const box = (duration: number) => ({
  id: 'box',
  name: '',
  type: 'shape',
  src: '',
  shape: { kind: 'circle', fill: '#22cc88', width: 50, height: 50 },
  start: 0,
  duration,
  trackIndex: 0,
  kfX: [
    { time: 0, value: -40, easing: 'linear' },
    { time: duration, value: 40, easing: 'linear' },
  ],
});

/** Audio clip with two seconds of the file `sounds/tone.wav`. */
export const tone = { id: 'tone', name: '', type: 'audio', src: 'tone.wav', start: 0, duration: 2, trackIndex: 3 };

/**
 * Creates a temporary folder that contains `sounds/tone.wav`. Returns functions that render videos in the folder;
 * `close` removes it.
 */
export function openRenderFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'framemill-cli-'));
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch);
  mkdirSync(join(folder, 'sounds'));
  writeFileSync(
    join(folder, 'sounds', 'tone.wav'),
    wavFile(2, (sec) => 0.3 * Math.sin(2_400 * sec)),
  );
  // What one start has compiled, the next one loads, as in `npm run render`.
  const environment = {
    ...{ PATH: process.env.PATH ?? '', TMPDIR: scratch, NODE_COMPILE_CACHE: compileCache },
    XDG_CACHE_HOME: join(folder, 'cache'),
  };
  return {
    folder,
    scratch,
    environment,
    /**
     * Runs the render command and checks that it leaves no file in the folder for temporary files. Every segment is
     * rendered, even if an earlier test rendered the same one.
     */
    render(...typed: string[]) {
      const args = typed.includes('-o') ? [...typed, '--no-cache'] : typed;
      const options = { cwd: folder, env: environment, encoding: 'utf8' } as const;
      const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'render', ...args], options);
      expect(readdirSync(scratch)).toEqual([]);
      return { status, stdout, stderr };
    },
    /** Writes a project of 128x72 pixels at 30 frames a second and returns its path. */
    project(name: string, clips: object[], wrap?: (document: object) => object): string {
      const document = { ...createDocument({ width: 128, height: 72, fps: 30 }), clips };
      const path = join(folder, name);
      writeFileSync(path, JSON.stringify(wrap ? wrap(document) : document));
      return path;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

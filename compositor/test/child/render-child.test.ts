import { fork, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDocument, type Document, parseDocument } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RenderChildEnded, startRenderChild } from '../../src/child/index.ts';
import { outputProfile, planSegments } from '../../src/plan/index.ts';
import { makeClip, makeDocument, makeVideo } from '../scenes.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-child-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function shapeDocument(seconds: number): Document {
  const shape = { kind: 'rectangle', fill: '#ff8800', width: 60, height: 40 };
  return parseDocument({
    ...createDocument({ width: 128, height: 72, fps: 30 }),
    clips: [{ id: 'box', name: '', type: 'shape', src: '', shape, start: 0, duration: seconds, trackIndex: 0 }],
  });
}

const { profile } = outputProfile(shapeDocument(1).settings, {
  format: 'mp4',
  quality: 'draft',
  resolution: 'full',
  maxShortSide: null,
  watermark: false,
});

function segmentTask(document: Document) {
  const segments = planSegments(document, { ...profile, compression: 'fast' }, {}, 'test').map(
    ({ index, startFrame, endFrame }) => ({
      index,
      startFrame,
      endFrame,
      outPath: join(folder, `${index}.mp4`),
    }),
  );
  return { type: 'segments' as const, document, profile, media: {}, segments };
}

// Each case starts processes of its own, on machines that may be busy with other suites.
describe('a render child', () => {
  it('says that it gets on while a source is decoded up to its first picture', async () => {
    const child = startRenderChild();
    const file = makeVideo(join(folder, 'film.mp4'), 64, 64, 60, (x) => x);
    const clip = makeClip({ type: 'video', src: 'film', mediaStart: 1.5, duration: 0.2 });
    const audible: string[] = [];
    await child.run(
      { ...segmentTask(makeDocument(128, 72, [clip])), media: { film: file } },
      { onSeek: () => audible.push('seek'), onProgress: () => audible.push('progress') },
    );
    expect(audible[0]).toBe('seek');
    expect(audible.at(-1)).toBe('progress');
    child.kill();
  });

  it('renders, reports progress that never falls, and joins', async () => {
    const child = startRenderChild();
    const task = segmentTask(shapeDocument(3));
    const progress: number[] = [];
    const { segments } = await child.run(task, { onProgress: (done) => progress.push(done) });
    expect(segments.map(({ frames }) => frames)).toEqual([30, 30, 30]);
    expect(progress.at(-1)).toBe(90);
    expect([...progress].sort((a, b) => a - b)).toEqual(progress);
    const outPath = join(folder, 'joined.mp4');
    const joined = await child.run({
      type: 'stitch',
      segments: task.segments.map((s) => s.outPath),
      segmentFrames: [30, 30, 30],
      audio: null,
      profile,
      outPath,
    });
    expect(joined.durationSec).toBe(3);
    expect(await child.run({ type: 'probe', path: outPath })).toMatchObject({ kind: 'video', durationSec: 3, fps: 30 });
    const frame = await child.run({
      type: 'frame',
      document: task.document,
      media: {},
      atSec: 1,
      image: 'png',
      scale: 0.5,
      outPath: join(folder, 'frame.png'),
    });
    expect(frame).toMatchObject({ width: 64, height: 36 });
    child.kill();
    expect(await child.exited).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('passes on errors with code and message, and stays usable', async () => {
    const child = startRenderChild();
    const path = join(folder, 'zero-byte.mp4');
    writeFileSync(path, '');
    await expect(child.run({ type: 'probe', path })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/empty/),
    });
    await expect(child.run({ type: 'probe', path: join(folder, 'none') })).rejects.toMatchObject({ code: 'not_found' });
    child.kill();
    await child.exited;
  });

  it('takes one task at a time and says how it ended when it is killed', async () => {
    const child = startRenderChild({ detached: true });
    const running = child.run(segmentTask(shapeDocument(60)));
    const outcome = expect(running).rejects.toBeInstanceOf(RenderChildEnded);
    await expect(child.run({ type: 'fingerprint' })).rejects.toThrow(/busy/);
    child.kill('SIGKILL');
    await outcome;
    await expect(child.run({ type: 'fingerprint' })).rejects.toThrow(/SIGKILL/);
  });

  it('inherits nothing from the environment', async () => {
    process.env.FRAMEMILL_TEST_SECRET = 'secret';
    const child = startRenderChild({ env: { ONLY: 'this' } });
    await child.run({ type: 'probe', path: join(folder, 'none') }).catch(() => undefined);
    const environment = spawnSync('cat', [`/proc/${child.pid}/environ`]).stdout.toString();
    child.kill();
    await child.exited;
    delete process.env.FRAMEMILL_TEST_SECRET;
    if (process.platform === 'linux') expect(environment).toContain('ONLY=this');
    expect(environment).not.toContain('secret');
  });

  it('ends with its parent, also in the middle of a task', async () => {
    const script = join(folder, 'parent.mjs');
    const entry = new URL('../../src/child/index.ts', import.meta.url);
    writeFileSync(
      script,
      `import { startRenderChild } from ${JSON.stringify(entry.href)};
       const child = startRenderChild({ detached: true });
       child.run(${JSON.stringify(segmentTask(shapeDocument(600)))}, { onProgress: () => process.send(child.pid) });`,
    );
    const parent = fork(script, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const pid = await new Promise<number>((resolve) => parent.once('message', (message) => resolve(Number(message))));
    parent.kill('SIGKILL');
    await expect.poll(() => alive(pid)).toBe(false);
  });
});

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

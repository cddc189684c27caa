import { rmSync } from 'node:fs';
import type { Document } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StereoBlock } from '../../src/audio/audio-format.ts';
import { findBrowser } from '../../src/chromium/index.ts';
import type { MediaFiles } from '../../src/media/media-files.ts';
import { makeFolder } from '../scenes.ts';
import { recordAudio, recordedAudio } from './audio-recorder.ts';
import { type EnginePage, openEnginePage } from './engine-page.ts';
import { alike, largestDifference, mixDocument, mixInNode, mixMedia } from './mix-document.ts';

const missing = findBrowser() === null;
if (missing) console.warn('mix-player: skipped, this machine has no Chromium');

const rate = 48_000;

// As text: the functions of a browser have no types here.
const openPlayer = `async ({ composed, media, delayMs }) => {
  const { createEngineClient, createMixPlayer } = await import('/client.js');
  const host = document.createElement('div');
  const client = createEngineClient({
    ...{ scriptUrl: '/engine-worker.js', host, fullSize: () => ({ width: 2, height: 2 }), addressOf: (path) => path },
    ...{ drawn: () => undefined, failed: () => undefined, lost: () => undefined },
  });
  const [states, times] = [[], []];
  async function* mix(...span) {
    for await (const block of client.mix(...span)) {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      engine.blocks += 1;
      yield block;
    }
  }
  const player = createMixPlayer({ mix, changed: (state) => states.push(state) });
  globalThis.engine?.close();
  contexts.length = 0;
  globalThis.engine = {
    ...{ player, states, times, blocks: 0, phase: 0 },
    open(document, media) {
      client.open(document, media);
      player.open(document, media);
    },
    async reached(sec) {
      while (player.timeSec() <= sec) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    close() {
      player.close();
      client.close();
    },
  };
  engine.open(composed, media);
  function watch() {
    if (engine.player !== player) return;
    const [context] = contexts;
    const now = () => (context ? context.currentTime - context.outputLatency : 0);
    const [sec, at] = [now(), player.timeSec()];
    // The context may go on between both.
    if (sec === now()) times.push({ phase: engine.phase, sec, at, isRunning: context?.state === 'running' });
    requestAnimationFrame(watch);
  }
  watch();
}`;

interface Moment {
  readonly phase: number;
  /** Audible time of the audio context, in seconds. */
  readonly sec: number;
  /** Time of the player, in seconds of the document. */
  readonly at: number;
  readonly isRunning: boolean;
}

describe.skipIf(missing)('the player of the mix', () => {
  const folder = makeFolder();
  let media: MediaFiles;
  let page: EnginePage;
  beforeAll(async () => {
    media = await mixMedia(folder);
    page = await openEnginePage((path) => (path === '/media/gone' ? 404 : 200));
    await page.page.evaluate(recordAudio);
    // Browsers play audio after a click.
    await page.page.mouse.click(5, 5);
  });
  afterAll(async () => {
    await page?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const faded = mixDocument([
    { src: 'music', start: 0.25, duration: 2.5, mediaStart: 1.3, volume: 0.7, fadeIn: 0.5, fadeOut: 0.8 },
    {
      ...{ src: 'words', start: 1, duration: 2, trackIndex: 2 },
      chain: [
        { type: 'highpass', enabled: true, params: { frequency: 150 } },
        { type: 'reverb', enabled: true, params: {} },
      ],
    },
  ]);
  const long = mixDocument([
    { src: 'music', start: 0, duration: 8 },
    { src: 'words', start: 0, duration: 8, trackIndex: 2 },
  ]);

  const run = <T = unknown>(script: string) => page.page.evaluate<T>(script);
  const given = (composed: Document, files = media) => JSON.stringify({ composed, media: page.served(files) });
  const open = (composed: Document, delayMs = 0, files = media) =>
    run(`(${openPlayer})({ ...${given(composed, files)}, delayMs: ${delayMs} })`);
  const timeSec = () => run<number>('engine.player.timeSec()');
  const reach = (sec: number) => expect.poll(timeSec, { interval: 20 }).toBeGreaterThan(sec);
  const blocks = () => run<number>('engine.blocks');
  const states = () => run<{ kind: string; message?: string }[]>('engine.states');

  /** Returns the audio that was audible in a phase. Its first sample is that at time 0 of the document. */
  async function played(phase: number, afterSec = 0, untilSec = Number.POSITIVE_INFINITY): Promise<StereoBlock> {
    const all = await run<Moment[]>('engine.times');
    const isWanted = (one: Moment) =>
      one.phase === phase && one.isRunning && one.at > afterSec + 0.1 && one.at < untilSec;
    const known = all.filter(
      // The time stays where the audible time of the context goes back, because its latency has changed.
      (one, index) => one.at !== all[index - 1]?.at && isWanted(one),
    );
    const zeros = known.map(({ sec, at }) => (sec - at) * rate).sort((a, b) => a - b);
    expect(zeros.length).toBeGreaterThan(5);
    return recordedAudio(run, Math.round(zeros[zeros.length >> 1] ?? 0));
  }

  /** Expects what a render node mixes, at most 1 ms late or early. */
  function expectAlike(name: string, block: StereoBlock, own: StereoBlock, atSec: number, spanSec: number): void {
    const match = alike(block, own, atSec, spanSec);
    const ms = (match.lag / rate) * 1_000;
    console.info(`${name}: correlation ${match.correlation.toFixed(6)}, ${ms.toFixed(2)} ms late`);
    expect(match.correlation).toBeGreaterThan(0.999);
    expect(Math.abs(ms)).toBeLessThanOrEqual(1);
  }

  test('plays the samples of a render node, by the clock that it returns', async () => {
    await open(faded);
    await run('engine.player.prepare(0); contexts[0].recording');
    await expect.poll(blocks).toBe(3);
    await run('engine.player.play()');
    await reach(3);
    const own = await mixInNode(faded, media, folder);
    const block = await played(0, 0, 3);
    for (const at of [0.3, 1.1, 1.9]) expectAlike(`played at ${at} s`, block, own, at, 1);
    // Blocks of a second follow each other without a gap.
    const { lag } = alike(block, own, 0.5, 2);
    const exact = { left: block.left.subarray(rate / 4 + lag), right: block.right.subarray(rate / 4 + lag) };
    const rest = { left: own.left.subarray(rate / 4), right: own.right.subarray(rate / 4) };
    expect(largestDifference(exact, rest, 0, 2.5 * rate)).toBeLessThan(1e-3);
    expect(await states()).toEqual([{ kind: 'playing' }]);
    // Time does not end with the document.
    await reach(3.1);
  });

  test('mixes four blocks ahead, and no more', async () => {
    await open(long);
    await run('engine.player.prepare(1)');
    await expect.poll(blocks).toBe(4);
    await run('new Promise((resolve) => setTimeout(resolve, 300))');
    expect([await blocks(), await timeSec()]).toEqual([4, 1]);
  });

  test('pauses, plays on, and plays from another time', async () => {
    // All of it is loaded before it plays: nothing waits for the mixer.
    const four = { ...long, clips: long.clips.map((clip) => ({ ...clip, duration: 4 })) };
    await open(four);
    await run('engine.player.prepare(0); contexts[0].recording');
    await expect.poll(blocks).toBe(4);
    const pause = 'engine.player.pause(); return engine.player.timeSec();';
    const paused = await run<number>(`engine.player.play(); engine.reached(0.8).then(() => { ${pause} })`);
    await run('new Promise((resolve) => setTimeout(resolve, 300))');
    expect(await timeSec()).toBe(paused);
    const playOn = `engine.player.prepare(${paused}); engine.player.play(); engine.reached(${paused + 0.7})`;
    await run(`engine.phase = 1; ${playOn}`);
    // What was loaded before the pause is played after it.
    expect(await blocks()).toBe(4);
    await run('engine.player.prepare(2.5)');
    await expect.poll(blocks).toBe(6);
    await run('engine.phase = 2; engine.player.play(); engine.reached(3.3)');
    const own = await mixInNode(four, media, folder);
    expectAlike('before the pause', await played(0), own, 0.2, 0.5);
    expectAlike('after the pause', await played(1, paused), own, paused + 0.05, 0.5);
    expectAlike('from another time', await played(2, 2.5), own, 2.6, 0.6);
  });

  test('plays another document from where it is, without a gap, and leaves out what is silent', async () => {
    const other = mixDocument([{ src: 'noise', start: 0, duration: 8 }]);
    await open(long);
    await run('engine.player.prepare(0); engine.player.play()');
    await reach(0.8);
    await run(`engine.phase = 1; const { composed, media } = ${given(other)}; engine.open(composed, media)`);
    const [changed, before] = [await timeSec(), await blocks()];
    await expect.poll(blocks).toBeGreaterThan(before);
    const loaded = await timeSec();
    await reach(loaded + 1);
    const [own, next] = [await mixInNode(long, media, folder), await mixInNode(other, media, folder)];
    const block = await played(0, 0, changed);
    expectAlike('before the change', block, own, 0.1, 0.6);
    expectAlike('after the change', block, next, loaded + 0.5, 0.5);
    const silent = { ...other, clips: other.clips.map((clip) => ({ ...clip, src: 'none' })) };
    await run(`const { composed: silent } = ${given(silent)}; engine.open(silent, {})`);
    const at = await timeSec();
    await reach(at + 0.3);
    expect((await states()).map(({ kind }) => kind)).toEqual(['playing', 'silent']);
    await expect.poll(() => run('contexts[0].state')).toBe('suspended');
  });

  test('waits for a mixer that is slower than time, and keeps its audio in step', { tags: 'full' }, async () => {
    await open(long, 1_400);
    await run('engine.player.prepare(0); engine.player.play()');
    await reach(3.5);
    const times = (await run<Moment[]>('engine.times')).map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    // At the end of each block.
    for (const end of [1, 2, 3]) expect(times.filter((at) => at === end).length).toBeGreaterThan(2);
    const own = await mixInNode(long, media, folder);
    for (const second of [1, 2]) {
      const block = await played(0, second, second + 0.95);
      expectAlike(`second ${second} of a slow mixer`, block, own, second + 0.1, 0.8);
    }
  });

  test('plays on when the worker of the engine is lost', { tags: 'full' }, async () => {
    await open(long);
    await run('engine.player.prepare(0); engine.player.play()');
    await reach(0.5);
    await page.page.workers().at(-1)?.evaluate('void setTimeout(() => { throw new Error("crash"); })');
    // The lost worker had mixed four seconds.
    await reach(6);
    const own = await mixInNode(long, media, folder);
    expectAlike('of the next worker', await played(0, 4.5), own, 5, 0.9);
  });

  test('is silent at volume 0, and joins the running time when it is turned up', async () => {
    await open(long);
    await run('engine.player.setVolume(0); engine.player.prepare(1); engine.player.play()');
    await reach(1.3);
    expect(await run('[engine.blocks, contexts.length]')).toEqual([0, 0]);
    await run('engine.player.setVolume(0.5)');
    await expect.poll(blocks).toBeGreaterThan(2);
    const joined = await timeSec();
    await reach(joined + 1);
    const own = await mixInNode(long, media, folder);
    const block = await played(0, joined);
    expectAlike('after joining', block, own, joined + 0.2, 0.6);
    const at = Math.round((joined + 0.5) * rate);
    const [loud, quiet] = [own, block].map(({ left }) => left.subarray(at, at + rate / 4).map(Math.abs));
    const total = (values = new Float32Array()) => values.reduce((sum, one) => sum + one, 0);
    expect(total(quiet) / total(loud)).toBeCloseTo(0.5, 2);
  });

  test('says why there is no mix, and goes on without audio', async () => {
    const broken = mixDocument([{ src: 'gone', start: 0, duration: 2 }]);
    const files = { gone: { path: 'gone', facts: media.music?.facts } } as MediaFiles;
    await open(broken, 0, files);
    await run('engine.player.prepare(0); engine.player.play()');
    await reach(0.5);
    const reason = async () => (await states()).at(-1)?.message;
    await expect.poll(reason).toMatch(/^The audio of clip clip-0 \(gone\) cannot/);
    await run('globalThis.decoder = globalThis.AudioDecoder; delete globalThis.AudioDecoder');
    await open(long);
    await run('engine.player.prepare(0); engine.player.play()');
    expect(await states()).toEqual([
      { kind: 'failed', message: 'This browser has no AudioDecoder, which the mix of the audio needs.' },
    ]);
    await reach(0.2);
    await run('globalThis.AudioDecoder = decoder');
  });
});

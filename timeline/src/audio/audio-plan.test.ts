import { describe, expect, it } from 'vitest';
import type { Command } from '../command/command.ts';
import { EXAMPLE_MEDIA, exampleContext, exampleProject } from '../commands/examples.ts';
import { applyCommands } from '../reduce.ts';
import { audioPlan } from './audio-plan.ts';

const media = (src: string) => EXAMPLE_MEDIA[src] ?? null;
const after = (...commands: Command[]) => {
  const { document, results } = applyCommands(exampleProject(), commands, exampleContext());
  expect(results.map(({ error }) => error)).toEqual(commands.map(() => undefined));
  return document;
};
const planOf = (...commands: Command[]) => audioPlan(after(...commands), media);
const partOf = (clipId: string, ...commands: Command[]) => {
  const part = planOf(...commands).parts.find((one) => one.clipId === clipId);
  if (!part) throw new Error(`${clipId} is not heard`);
  return part;
};

describe('the audio plan', () => {
  it('has every clip with sound, as long as the video', () => {
    const { parts, totalSamples } = planOf();
    expect(totalSamples).toBe(480_000);
    expect(
      parts.map(({ clipId, startSample, lengthSamples, sourceStartSec }) => [
        clipId,
        startSample,
        lengthSamples,
        sourceStartSec,
      ]),
    ).toEqual([
      ['clip-1', 0, 240_000, 0],
      ['music-1', 0, 480_000, 0],
      ['clip-2', 240_000, 240_000, 5],
    ]);
  });

  it('leaves out what is muted, silent, frozen or unknown', () => {
    expect(planOf({ op: 'setVolume', clipId: 'music-1', volume: 0 }).parts).toHaveLength(2);
    expect(planOf({ op: 'updateClip', clipId: 'clip-1', patch: { muted: true } }).parts).toHaveLength(2);
    expect(planOf({ op: 'updateClip', clipId: 'clip-1', patch: { freezeAt: 1 } }).parts).toHaveLength(2);
    expect(audioPlan(exampleProject(), () => null).parts).toEqual([]);
    const quiet = exampleProject();
    const tracks = quiet.tracks.map((track) => ({ ...track, muted: track.id === 0, visible: false }));
    expect(audioPlan({ ...quiet, tracks }, media).parts.map(({ clipId }) => clipId)).toEqual(['music-1']);
  });

  it('starts the sound of a video with its first frame, and sound alone on its sample', () => {
    expect(partOf('clip-1', { op: 'moveClip', clipId: 'clip-1', start: 20.02 }).startSample).toBe(961_600);
    expect(partOf('music-1', { op: 'moveClip', clipId: 'music-1', start: 20.02 }).startSample).toBe(960_960);
  });

  it('crosses neighbours of a transition with equal power', () => {
    const dissolve = { op: 'setTransition', clipId: 'clip-2', type: 'dissolve', duration: 1 };
    const outgoing = partOf('clip-1', dissolve);
    const incoming = partOf('clip-2', dissolve);
    expect(outgoing.lengthSamples).toBe(288_000);
    const gain = (points: { atSample: number; value: number }[], at: number) =>
      points.find(({ atSample }) => atSample === at)?.value ?? Number.NaN;
    for (const into of [0, 9_600, 24_000, 48_000]) {
      const power = gain(outgoing.volume, 240_000 + into) ** 2 + gain(incoming.volume, into) ** 2;
      expect(power).toBeCloseTo(1, 6);
    }
  });

  it('crosses only as far as the outgoing source goes on', () => {
    const { parts } = planOf(
      { op: 'trimClip', clipId: 'clip-1', mediaStart: 6.75 },
      { op: 'setTransition', clipId: 'clip-2', type: 'dissolve', duration: 1 },
    );
    expect(parts.find(({ clipId }) => clipId === 'clip-1')?.lengthSamples).toBe(240_000 + 12_000);
  });

  it('says which region of the source a reversed, faster clip plays', () => {
    const part = partOf('clip-1', {
      op: 'updateClip',
      clipId: 'clip-1',
      patch: { reverse: true, speed: 2, mediaStart: 1 },
    });
    expect(part).toMatchObject({ reverse: true, speed: 2, sourceStartSec: 1, lengthSamples: 240_000, timeMap: [] });
  });

  it('maps a speed ramp to source times', () => {
    const { timeMap, speed } = partOf(
      'clip-1',
      { op: 'addKeyframe', clipId: 'clip-1', prop: 'speed', time: 0, value: 1 },
      { op: 'addKeyframe', clipId: 'clip-1', prop: 'speed', time: 5, value: 2 },
    );
    expect(timeMap[0]).toEqual({ atSample: 0, sourceSec: 0 });
    expect(timeMap.at(-1)).toEqual({ atSample: 240_000, sourceSec: expect.closeTo(7.5, 9) });
    expect(speed).toBeCloseTo(1.5, 9);
  });

  it('turns keyframes of volume into an envelope', () => {
    const { volume } = partOf(
      'music-1',
      { op: 'addKeyframe', clipId: 'music-1', prop: 'volume', time: 1, value: 0 },
      { op: 'addKeyframe', clipId: 'music-1', prop: 'volume', time: 2, value: 1, easing: 'hold' },
    );
    expect(volume).toEqual([
      { atSample: 0, value: 0 },
      { atSample: 48_000, value: 0 },
      { atSample: 96_000, value: 1 },
      { atSample: 480_000, value: 1 },
    ]);
  });

  it('says which parts lower another one, and leaves out clips that are not heard', () => {
    const duck = { sources: ['clip-2', 'title-1', 'music-1', 'gone', 'clip-1', 'clip-2'], release: 1 };
    const patched = (more: object = {}) =>
      planOf({ op: 'updateClip', clipId: 'music-1', patch: { duck: { ...duck, ...more } } }).parts;
    expect(patched().map((part) => part.duck)).toEqual([
      null,
      { sources: [0, 2], amountDb: -12, attackSec: 0.15, releaseSec: 1 },
      null,
    ]);
    expect(patched({ sources: ['title-1', 'music-1'] })[1]?.duck).toBeNull();
  });

  it('completes the loudness to reach', () => {
    const part = partOf('music-1', { op: 'updateClip', clipId: 'music-1', patch: { loudness: { targetLufs: -20 } } });
    expect(part.loudness).toEqual({ targetLufs: -20, truePeakDb: -1 });
  });
});

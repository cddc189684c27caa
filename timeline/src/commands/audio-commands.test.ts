import { describe, expect, it } from 'vitest';
import type { Command, ReduceContext } from '../command/command.ts';
import type { Document } from '../document/document.ts';
import { keyframedValue } from '../evaluate/animated-value.ts';
import type { MediaAnalysis } from '../media/media-facts.ts';
import { applyCommands } from '../reduce.ts';
import { EXAMPLE_ANALYSIS, exampleContext, exampleProject } from './examples.ts';

const run = (commands: Command[], context: ReduceContext = exampleContext()) =>
  applyCommands(exampleProject(), commands, context);
const errorOf = (command: Command, context?: ReduceContext) => run([command], context).results[0]?.error;
const clipOf = (document: Document, id: string) => document.clips.find((clip) => clip.id === id);
const measured = (src: string, analysis: Partial<MediaAnalysis> | 'pending' | null): ReduceContext => ({
  ...exampleContext(),
  analysis: (asked) => {
    if (asked !== src) return EXAMPLE_ANALYSIS[asked] ?? null;
    return analysis === null || analysis === 'pending'
      ? analysis
      : { silences: [], speech: [], loudness: null, ...analysis };
  },
});

describe('what was not measured', () => {
  it.each([{ op: 'trimSilence', clipId: 'clip-1' }, { op: 'autoDuck' }, { op: 'normalizeAudio' }])(
    '$op says whether to wait for it',
    (command) => {
      expect(errorOf(command, measured('med_video', 'pending'))).toMatch(
        /The audio of src "med_video" \(clip "clip-\d"\) is still being measured. Try again in a moment./,
      );
      expect(errorOf(command, measured('med_video', null))).toMatch(/was not measured. Upload the source again./);
      const { analysis: _, ...without } = exampleContext();
      expect(errorOf(command, without)).toMatch(/was not measured/);
    },
  );

  it('is no matter for a source without sound', () => {
    const context = exampleContext();
    const silent: ReduceContext = {
      ...context,
      media: (src) => {
        const facts = context.media(src);
        return facts && { ...facts, hasAudio: false };
      },
    };
    expect(errorOf({ op: 'trimSilence', clipId: 'clip-1' }, silent)).toMatch(/which has no audio. Leave the clip out/);
  });
});

describe('trimSilence', () => {
  it('keeps what is said, with padding, on frames, and moves later clips up', () => {
    const { document, results } = run([{ op: 'trimSilence', clipId: 'clip-1' }]);
    const clip = clipOf(document, 'clip-1');
    expect(clip?.start).toBe(0);
    expect(clip?.mediaStart).toBeCloseTo(0.9, 9);
    expect(clip?.duration).toBeCloseTo(3.2, 9);
    expect(results[0]?.data?.removedSec).toBeCloseTo(1.8, 9);
    expect(clipOf(document, 'clip-2')?.start).toBeCloseTo(3.2, 9);
    expect(clipOf(document, 'title-1')?.start).toBe(1);
  });

  const talk = measured('med_music', {
    silences: [
      { startSec: 1, endSec: 2, levelDb: -60 },
      { startSec: 2, endSec: 2.5, levelDb: -45 },
      { startSec: 4, endSec: 4.3, levelDb: -60 },
      { startSec: 6, endSec: 7.5, levelDb: -30 },
    ],
  });

  it('makes parts that play the same sound as before, fades at the outer edges only', () => {
    const { document, results } = run(
      [
        { op: 'setAudioFades', clipId: 'music-1', fadeIn: 0.5, fadeOut: 0.5 },
        { op: 'trimSilence', clipId: 'music-1', padding: 0 },
      ],
      talk,
    );
    expect(results[1]?.data).toEqual({ clipIds: ['music-1', 'clip-new-1'], removedSec: 1.5 });
    expect(clipOf(document, 'music-1')).toMatchObject({
      start: 0,
      duration: 1,
      mediaStart: 0,
      fadeIn: 0.5,
      fadeOut: 0,
    });
    expect(clipOf(document, 'clip-new-1')).toMatchObject({
      start: 1,
      duration: 7.5,
      mediaStart: 2.5,
      fadeIn: 0,
      fadeOut: 0.5,
    });
  });

  it('counts as silence what stays below the threshold, and as a pause what is long enough', () => {
    const removed = (more: object) =>
      run([{ op: 'trimSilence', clipId: 'music-1', padding: 0, ...more }], talk).results[0]?.data?.removedSec;
    expect(removed({ thresholdDb: -50 })).toBeCloseTo(1, 6);
    expect(removed({ thresholdDb: -25 })).toBeCloseTo(3, 6);
    expect(removed({ minSilence: 0.2 })).toBeCloseTo(1.8, 6);
    expect(removed({ minSilence: 2 })).toBe(0);
    expect(removed({ padding: 0.5 })).toBeCloseTo(0.5, 6);
  });

  it('changes nothing when nothing is silent, and refuses when nothing would be left', () => {
    const before = exampleProject();
    const command = { op: 'trimSilence', clipId: 'music-1' };
    expect(applyCommands(before, [command], exampleContext()).document).toBe(before);
    const silent = measured('med_music', { silences: [{ startSec: 0, endSec: 60, levelDb: -90 }] });
    expect(errorOf(command, silent)).toMatch(/silent for all of its 10 s, so nothing would remain. Remove the clip./);
  });

  it('refuses a clip that loops or stands still', () => {
    const trim = { op: 'trimSilence', clipId: 'clip-1' };
    const patched = (patch: object) => run([{ op: 'updateClip', clipId: 'clip-1', patch }, trim]).results[1]?.error;
    expect(patched({ loop: true })).toMatch(/Set loop to false first/);
    expect(patched({ freezeAt: 1 })).toMatch(/is frozen and has no audio/);
  });
});

describe('autoDuck', () => {
  const volumeAt = (document: Document, sec: number) =>
    keyframedValue(clipOf(document, 'music-1')?.kfVolume ?? []).at(sec);

  it('lowers the music while somebody speaks, and only then', () => {
    const { document } = run([
      { op: 'setVolume', clipId: 'music-1', volume: 0.5 },
      { op: 'autoDuck', amountDb: -20 },
    ]);
    for (const sec of [1, 2, 3.9, 6.1, 8.9]) expect(volumeAt(document, sec)).toBeCloseTo(0.05, 9);
    for (const sec of [0, 0.8, 4.5, 5.8, 9.5]) expect(volumeAt(document, sec)).toBeCloseTo(0.5, 9);
  });

  it('gives the same when it is run again, and says what gave way', () => {
    const once = run([{ op: 'autoDuck' }]);
    const twice = run([{ op: 'autoDuck' }, { op: 'autoDuck' }]);
    expect(twice.document).toEqual(once.document);
    expect(twice.results[1]?.data?.fixes).toEqual(['8 volume keyframes of "music-1" were replaced.']);
  });

  it('follows the speech where its clip lies, and passes over pauses that are too short', () => {
    const { document } = run([
      { op: 'moveClip', clipId: 'clip-1', start: 3, trackIndex: 1 },
      { op: 'autoDuck', speechClipIds: ['clip-1'] },
    ]);
    expect(volumeAt(document, 3.5)).toBe(1);
    expect(volumeAt(document, 4)).toBeCloseTo(10 ** (-12 / 20), 9);
    const close = measured('med_video', {
      speech: [
        { startSec: 1, endSec: 2 },
        { startSec: 2.5, endSec: 3 },
      ],
    });
    expect(
      clipOf(run([{ op: 'autoDuck', speechClipIds: ['clip-1'] }], close).document, 'music-1')?.kfVolume,
    ).toHaveLength(4);
  });

  it('jumps without attack and release', () => {
    const { document } = run([{ op: 'autoDuck', attack: 0, release: 0 }]);
    expect(volumeAt(document, 0.99)).toBe(1);
    expect(volumeAt(document, 1)).toBeCloseTo(0.2512, 3);
  });

  it('leaves music alone that nobody speaks over', () => {
    const { document, results } = run([{ op: 'moveClip', clipId: 'music-1', start: 30 }, { op: 'autoDuck' }]);
    expect(results[1]?.data).toEqual({ clipIds: [] });
    expect(clipOf(document, 'music-1')).not.toHaveProperty('kfVolume');
  });

  it('says what is missing', () => {
    expect(errorOf({ op: 'autoDuck', musicClipIds: ['title-1'] })).toMatch(/type text, which has no audio/);
    expect(errorOf({ op: 'autoDuck', musicClipIds: ['clip-1'], speechClipIds: ['clip-1'] })).toMatch(/Use it in one/);
    expect(errorOf({ op: 'autoDuck' }, measured('med_video', {}))).toMatch(/No speech was found in 2 clips/);
    const talking = measured('med_music', { speech: [{ startSec: 0, endSec: 1 }] });
    expect(errorOf({ op: 'autoDuck' }, talking)).toMatch(/No music was found/);
  });
});

describe('normalizeAudio', () => {
  it('brings all that is heard to one loudness', () => {
    const { document, results } = run([{ op: 'normalizeAudio', targetLufs: -23 }]);
    expect(results[0]?.data).toEqual({
      gains: [
        { clipId: 'clip-1', gainDb: -3 },
        { clipId: 'clip-2', gainDb: -3 },
        { clipId: 'music-1', gainDb: -14 },
      ],
    });
    expect(clipOf(document, 'music-1')?.volume).toBeCloseTo(10 ** (-14 / 20), 9);
  });

  it('does not let peaks pass, nor amplify by more than a volume can', () => {
    const peaks = run([{ op: 'normalizeAudio', clipIds: ['clip-1'] }]).results[0]?.data;
    expect(peaks).toMatchObject({
      gains: [{ clipId: 'clip-1', gainDb: 5 }],
      fixes: ['Clip "clip-1" comes to -15.0 LUFS only: louder, its peaks would pass -1 dBTP.'],
    });
    const faint = measured('med_video', { loudness: { integratedLufs: -50, truePeakDb: -40 } });
    const { document, results } = run([{ op: 'normalizeAudio', clipIds: ['clip-1'] }], faint);
    expect(clipOf(document, 'clip-1')?.volume).toBe(4);
    expect(results[0]?.data?.fixes).toEqual([expect.stringContaining('amplifies by 12 dB at most')]);
  });

  it('keeps the course of volume keyframes, and gives the same again', () => {
    const commands: Command[] = [
      { op: 'addKeyframe', clipId: 'music-1', prop: 'volume', time: 0, value: 0.25 },
      { op: 'addKeyframe', clipId: 'music-1', prop: 'volume', time: 2, value: 0.5 },
      { op: 'normalizeAudio', clipIds: ['music-1'], targetLufs: -15 },
    ];
    const once = clipOf(run(commands).document, 'music-1');
    const gain = 10 ** (-6 / 20);
    expect(once?.kfVolume?.map(({ value }) => value)).toEqual([expect.closeTo(gain / 2, 9), expect.closeTo(gain, 9)]);
    const again = clipOf(run([...commands, ...commands.slice(2)]).document, 'music-1');
    expect(again?.kfVolume?.[1]?.value).toBeCloseTo(gain, 9);
  });

  it('leaves silence alone and says so', () => {
    const { document, results } = run([{ op: 'normalizeAudio', clipIds: ['clip-1'] }], measured('med_video', {}));
    expect(results[0]?.data).toEqual({ gains: [], fixes: [expect.stringContaining('silent throughout')] });
    expect(document).toEqual(exampleProject());
  });
});

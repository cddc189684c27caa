import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { audioPlan } from '../audio/audio-plan.ts';
import type { Command } from '../command/command.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { parseDocument } from '../document/parse-document.ts';
import { stretchesInClip } from '../edit/stretches-in-clip.ts';
import { createEvaluator } from '../evaluate/evaluator.ts';
import { applyCommands } from '../reduce.ts';
import { totalFrames } from '../time.ts';
import { exampleContext, exampleProject } from './examples.ts';

const SEED = 20_261_122;

/**
 * Runs commands on a clip that starts at 0 and lasts 8 s, except for the fields in `clip`. All commands must succeed.
 */
function edited(clip: object, fps: number, ...commands: Command[]): Document {
  const example = exampleProject();
  const whole = { ...example.clips[0], id: 'cut', start: 0, duration: 8, mediaStart: 0, mediaDuration: 10, ...clip };
  const project = parseDocument({ ...example, settings: { ...example.settings, fps }, clips: [whole] });
  const { document, results } = applyCommands(project, commands, exampleContext());
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  return parseDocument(document);
}

/** Returns the source time, opacity and x of each layer in each frame, multiplied by a million and rounded. */
function shown(document: Document) {
  const scene = createEvaluator(document);
  return Array.from({ length: totalFrames(document) }, (_, frame) =>
    scene(frame).layers.map((layer) =>
      layer.kind === 'clip'
        ? [layer.sourceSec, layer.opacity, layer.x].map((value) => Math.round(value * 1e6))
        : layer.kind,
    ),
  );
}

const cutsOf = (at: number): Command[] => [
  { op: 'splitClip', clipId: 'cut', at },
  { op: 'sliceClip', clipId: 'cut', times: [at] },
];
const moving = {
  kfX: [
    { time: 0, value: -400, easing: 'easeInOut' },
    { time: 3.3, value: 120, easing: 'hold' },
    { time: 6, value: 300 },
  ],
  kfOpacity: [
    { time: 1, value: 0.2 },
    { time: 7, value: 1 },
  ],
};

describe('a cut between two frames', () => {
  it.each([
    ['forwards', {}],
    ['at another speed', { speed: 0.7 }],
    ['backwards', { reverse: true }],
    ['again and again', { loop: true, mediaStart: 1, mediaDuration: 3.3 }],
    ['again and again from within its loop', { loop: true, mediaStart: 1, mediaDuration: 3.3, loopOffset: 1.7 }],
    ['again and again, backwards', { loop: true, reverse: true, mediaStart: 1, mediaDuration: 3.3, speed: 1.3 }],
    [
      'with a ramp',
      {
        kfSpeed: [
          { time: 0, value: 0.5 },
          { time: 8, value: 1.5 },
        ],
      },
    ],
  ])('changes no frame of a clip that plays %s', (_, more) => {
    const property = fc.property(
      fc.constantFrom(24, 25, 29.97, 30),
      fc.double({ min: 0.1, max: 7.9, noNaN: true }),
      (fps, at) => {
        const clip = { ...moving, ...more };
        const before = shown(edited(clip, fps));
        for (const command of cutsOf(at)) expect(shown(edited(clip, fps, command))).toEqual(before);
      },
    );
    fc.assert(property, { seed: SEED, numRuns: 60 });
  });

  it('changes nothing of a loop that is cut again and again, trimmed and drawn out', () => {
    const loop = { loop: true, mediaStart: 1, mediaDuration: 3.3 };
    const before = shown(edited(loop, 30));
    const pieces = { op: 'sliceClip', clipId: 'cut', segments: 7 };
    expect(shown(edited(loop, 30, pieces))).toEqual(before);
    const trims = [5.02, 0.52].map((start) => ({ op: 'trimClip', clipId: 'cut', start }));
    expect(shown(edited(loop, 30, ...trims)).slice(16)).toEqual(before.slice(16));
  });

  it('begins a part of a loop where a new in-point says', () => {
    const loop = { loop: true, mediaStart: 1, mediaDuration: 3.3 };
    const part = edited(loop, 30, { op: 'trimClip', clipId: 'cut', start: 1, duration: 7 }).clips[0];
    expect(part).toMatchObject({ mediaStart: 1, loopOffset: 1 });
    const moved = { op: 'trimClip', clipId: 'cut', mediaStart: 2 };
    expect(shown(edited({ ...part, id: 'cut' }, 30, moved))[30]?.[0]).toEqual([2_000_000, 1_000_000, 0]);
  });

  it('leaves what a loop repeats, its sound and what is silent in it', () => {
    const loop = { loop: true, mediaStart: 1, mediaDuration: 3.5, speed: 1.25 };
    for (const reverse of [false, true]) {
      const document = edited({ ...loop, reverse }, 30, { op: 'sliceClip', clipId: 'cut', times: [3.2, 6.4] });
      const media = () => ({ hasAudio: true, durationSec: 10 });
      const offsets = audioPlan(document, media).parts.map((part) => [
        part.loopOffsetSec,
        part.sourceStartSec,
        part.loopEndSec,
      ]);
      // 10 s of source: 4 + 4 + 2, of 2.5 s each round.
      const expected = reverse ? [1, 2, 0] : [0, 1.5, 0.5];
      expect(offsets).toEqual(expected.map((offset) => [expect.closeTo(offset, 9), 1, 3.5]));
      const audible = document.clips.flatMap((clip) =>
        stretchesInClip(clip, [{ startSec: 2, endSec: 2.5 }]).map(({ fromSec, toSec }) => [
          clip.start + fromSec,
          clip.start + toSec,
        ]),
      );
      // In each round of 2 s, forwards and backwards.
      const times = [0.8, 2.8, 4.8, 6.8].map((from) => [expect.closeTo(from, 9), expect.closeTo(from + 0.4, 9)]);
      expect(audible).toEqual(times);
    }
  });

  it('leaves what remains after a trim where it was', () => {
    const before = shown(edited(moving, 30));
    const after = shown(edited(moving, 30, { op: 'trimClip', clipId: 'cut', start: 1.216 }));
    expect(after.slice(36)).toEqual(before.slice(36));
  });

  it('leaves the sound of a picture where it was', () => {
    const media = () => ({ hasAudio: true, durationSec: 10 });
    const [first, second] = audioPlan(edited({}, 30, { op: 'splitClip', clipId: 'cut', at: 1.22 }), media).parts;
    expect(second?.startSample).toBe((first?.startSample ?? 0) + (first?.lengthSamples ?? 0));
    expect(second?.sourceStartSec).toBeCloseTo((second?.startSample ?? 0) / 48_000, 9);
  });
});

describe('the fades of a clip that is cut', () => {
  const faded = { type: 'audio', trackIndex: 3, fadeIn: 3, fadeOut: 4 };
  const media = () => ({ hasAudio: true, durationSec: 10 });
  /** Returns the progress of the fade-in and of the fade-out at each tenth of a second, 0-1, multiplied by 100,000. */
  const comeAt = (document: Document) =>
    audioPlan(document, media)
      .parts.flatMap(({ startSample, lengthSamples, ...part }) =>
        Array.from({ length: Math.ceil(lengthSamples / 4_800) }, (_, n) => {
          const passed = n * 4_800 + part.fadeInCutSamples;
          const left = lengthSamples - n * 4_800 + part.fadeOutCutSamples;
          const come = (of: number, samples: number) => (samples === 0 ? 1 : Math.min(1, of / samples));
          const both = [come(passed, part.fadeInSamples), come(left, part.fadeOutSamples)];
          return { at: startSample + n * 4_800, both: both.map((value) => Math.round(value * 1e5)) };
        }),
      )
      .sort((a, b) => a.at - b.at);

  it.each<[string, Command[]]>([
    ['within the fade in', [{ op: 'splitClip', clipId: 'cut', at: 1 }]],
    ['within the fade out', [{ op: 'splitClip', clipId: 'cut', at: 5 }]],
    ['many times', [{ op: 'sliceClip', clipId: 'cut', times: [0.5, 1, 2.5, 4, 4.5, 7, 7.5] }]],
  ])('go on: %s', (_, commands) => {
    expect(comeAt(edited(faded, 30, ...commands))).toEqual(comeAt(edited(faded, 30)));
  });

  it('go on where a cut edge is drawn out', () => {
    const head = edited(faded, 30, { op: 'splitClip', clipId: 'cut', at: 1 }).clips[0];
    const out = edited({ ...head, id: 'cut' }, 30, { op: 'trimClip', clipId: 'cut', duration: 8 });
    expect(comeAt(out).map(({ both }) => both[0])).toEqual(comeAt(edited(faded, 30)).map(({ both }) => both[0]));
    const tail = edited(faded, 30, { op: 'splitClip', clipId: 'cut', at: 2 }).clips[1];
    const back = edited({ ...tail, id: 'cut' }, 30, { op: 'trimClip', clipId: 'cut', start: 0 });
    expect(comeAt(back)).toEqual(comeAt(edited(faded, 30)));
  });

  it('stay at their own edge when that is moved', () => {
    const trimmed = edited(faded, 30, { op: 'trimClip', clipId: 'cut', start: 1 }).clips[0];
    expect(trimmed).toMatchObject({ fadeIn: 3, fadeOut: 4 });
    expect(trimmed).not.toHaveProperty('fadeInFrom');
  });

  it('are whole again when they are set', () => {
    const cut: Command = { op: 'splitClip', clipId: 'cut', at: 1 };
    const clip = edited(faded, 30, cut, { op: 'setAudioFades', clipId: 'cut', fadeIn: 0.5 }).clips[0];
    expect(clip).toMatchObject({ fadeIn: 0.5, fadeOut: 0 });
    expect(clip).not.toHaveProperty('fadeInTo');
  });
});

describe('a text that is cut', () => {
  const text = (textStyle: object) => ({
    type: 'text',
    src: '',
    textStyle: { content: 'One two three four', ...textStyle },
  });
  const words = ['One', 'two', 'three', 'four'].map((word, n) => ({ text: word, start: n, end: n + 0.9 }));
  const wordsOf = (document: Document) =>
    document.clips.map((clip) => clip.textStyle?.words?.map(({ start }) => start));

  it.each<[string, Command, number[][]]>([
    [
      'split',
      { op: 'splitClip', clipId: 'cut', at: 2 },
      [
        [0, 1, 2, 3],
        [-2, -1, 0, 1],
      ],
    ],
    ['trimmed', { op: 'trimClip', clipId: 'cut', start: 2 }, [[-2, -1, 0, 1]]],
    [
      'parted by a gap',
      { op: 'insertGap', at: 2, duration: 1 },
      [
        [0, 1, 2, 3],
        [-2, -1, 0, 1],
      ],
    ],
  ])('has each word at its moment: %s', (_, command, starts) => {
    expect(wordsOf(edited(text({ words, captionStyle: 'highlight' }), 30, command))).toEqual(starts);
  });

  it('enters and leaves once', () => {
    const animation = { in: { name: 'fade', duration: 1 }, loop: { name: 'wave' }, out: { name: 'pop', duration: 1 } };
    const { clips } = edited(text({ animation }), 30, { op: 'sliceClip', clipId: 'cut', segments: 3 });
    const phases = clips.map((clip) => Object.keys(clip.textStyle?.animation ?? {}).sort());
    expect(phases).toEqual([['in', 'loop'], ['loop'], ['loop', 'out']]);
  });
});

describe('keyframes at a cut', () => {
  it('that hold jump on their frame', () => {
    for (const fps of [25, 30]) {
      for (let cut = 1; cut < 20; cut++) {
        const jump = (cut + 1) / fps;
        const clip = {
          kfX: [
            { time: 0, value: 0, easing: 'hold' },
            { time: jump, value: 400 },
          ],
        };
        const after = shown(edited(clip, fps, { op: 'splitClip', clipId: 'cut', at: cut / fps }));
        expect(after).toEqual(shown(edited(clip, fps)));
      }
    }
  });

  it('that lie outside can be removed and sent back', () => {
    const clip = {
      kfOpacity: [
        { time: 0, value: 0 },
        { time: 8, value: 1 },
      ],
    };
    const cut: Command = { op: 'splitClip', clipId: 'cut', at: 2 };
    const [, part] = edited(clip, 30, cut).clips;
    const keyframes = part?.kfOpacity ?? [];
    expect(keyframes.map(({ time }) => time)).toEqual([-2, 6]);
    const clipId = part?.id ?? '';
    const sent = edited(clip, 30, cut, { op: 'setKeyframes', clipId, prop: 'opacity', keyframes });
    expect(sent.clips[1]?.kfOpacity).toEqual(keyframes);
    const removed = edited(clip, 30, cut, { op: 'removeKeyframe', clipId, prop: 'opacity', time: -2 });
    expect(removed.clips[1]?.kfOpacity).toEqual([{ time: 6, value: 1 }]);
  });
});

describe('an edge drawn further out than the source', () => {
  it.each([
    ['forwards', { start: 2, duration: 3, mediaStart: 1 }, { start: 0 }, { start: 1, duration: 4, mediaStart: 0 }],
    ['backwards', { start: 2, duration: 3, reverse: true }, { duration: 4 }, { start: 2, duration: 3, mediaStart: 0 }],
  ])('stops where the source begins, %s', (_, clip, params, expected) => {
    const example = exampleProject();
    const whole = { ...example.clips[0], id: 'cut', mediaStart: 0, mediaDuration: 10, ...clip };
    const project = parseDocument({ ...example, clips: [whole] });
    const { document, results } = applyCommands(
      project,
      [{ op: 'trimClip', clipId: 'cut', ...params }],
      exampleContext(),
    );
    expect(document.clips[0]).toMatchObject(expected);
    expect(results[0]?.data?.fixes).toEqual([expect.stringMatching(/its source/)]);
  });
});

describe('a clip that ducks another', () => {
  const duckedBy = (...commands: Command[]) => {
    const example = exampleProject();
    const [voice] = example.clips;
    const music: Clip = { ...(voice as Clip), id: 'music', trackIndex: 3, type: 'audio', duck: { sources: ['cut'] } };
    const clips = [{ ...voice, id: 'cut', start: 0, duration: 8, mediaDuration: 10 }, music];
    const { document, results } = applyCommands(parseDocument({ ...example, clips }), commands, exampleContext());
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
    const parts = document.clips.filter(({ id }) => id !== 'music').map(({ id }) => id);
    return { parts, sources: document.clips.find(({ id }) => id === 'music')?.duck?.sources };
  };

  it.each<[string, Command]>([
    ['splitClip', { op: 'splitClip', clipId: 'cut', at: 2 }],
    ['sliceClip', { op: 'sliceClip', clipId: 'cut', segments: 4 }],
    ['cutRanges', { op: 'cutRanges', clipId: 'cut', ranges: [{ start: 2, end: 3 }], ripple: true }],
    ['insertGap', { op: 'insertGap', at: 2, duration: 1, trackIndices: [0] }],
  ])('does so in all its parts: %s', (_, command) => {
    const { parts, sources } = duckedBy(command);
    expect(parts.length).toBeGreaterThan(1);
    expect(sources?.toSorted()).toEqual(parts.toSorted());
  });
});

describe('motions that share a short clip', () => {
  it.each([
    ['fade-in', 'fade-out', 'kfOpacity', 1],
    ['zoom-in', 'zoom-out', 'kfScale', 1],
  ] as const)('%s and %s over the whole of it leave it visible', (first, second, field, most) => {
    const presets = [first, second].map((preset) => ({ op: 'applyMotionPreset', clipId: 'cut', preset }));
    const keyframes = edited({ duration: 0.5 }, 30, ...presets).clips[0]?.[field] ?? [];
    expect(Math.max(...keyframes.map(({ value }) => value))).toBe(most);
  });
});

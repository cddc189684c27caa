import { describe, expect, it } from 'vitest';
import type { Clip } from '../document/clip.ts';
import { CLIP_DEFAULTS } from '../document/clip-fields.ts';
import { sourceTime } from '../evaluate/source-time.ts';
import { stretchesInClip } from './stretches-in-clip.ts';

const clip = (fields: Partial<Clip>): Clip => ({
  ...CLIP_DEFAULTS,
  id: 'a',
  type: 'audio',
  start: 0,
  duration: 10,
  trackIndex: 0,
  mediaDuration: 60,
  ...fields,
});
const speech = [
  { startSec: 2, endSec: 3 },
  { startSec: 6, endSec: 9 },
];

describe('stretches of a source lie in a clip', () => {
  it.each<[string, Partial<Clip>, [number, number][]]>([
    [
      'where they are when it plays from the start',
      {},
      [
        [2, 3],
        [6, 9],
      ],
    ],
    [
      'earlier after an in-point, cut at its edges',
      { mediaStart: 2.5, duration: 5 },
      [
        [0, 0.5],
        [3.5, 5],
      ],
    ],
    [
      'closer together when it plays fast',
      { speed: 2 },
      [
        [1, 1.5],
        [3, 4.5],
      ],
    ],
    [
      'in the opposite order when it is reversed',
      { reverse: true },
      [
        [1, 4],
        [7, 8],
      ],
    ],
    [
      'again and again when it loops',
      { loop: true, mediaStart: 2, mediaDuration: 6, duration: 10 },
      [
        [0, 1],
        [4, 5],
        [8, 9],
      ],
    ],
    ['nowhere when it stands still', { freezeAt: 2.5 }, []],
  ])('%s', (_name, fields, expected) => {
    const ranges = stretchesInClip(clip(fields), speech);
    expect(ranges).toHaveLength(expected.length);
    for (const [place, [from, to]] of expected.entries()) {
      expect(ranges[place]?.fromSec).toBeCloseTo(from, 9);
      expect(ranges[place]?.toSec).toBeCloseTo(to, 9);
    }
  });

  it('where a ramp of the speed shows them, as the picture does', () => {
    const ramped = clip({
      kfSpeed: [
        { time: 0, value: 0.5, easing: 'easeInSine' },
        { time: 8, value: 2 },
      ],
    });
    const at = sourceTime(ramped, 10, 1 / 30);
    const ranges = stretchesInClip(ramped, speech);
    expect(ranges).toHaveLength(2);
    for (const [place, { fromSec, toSec }] of ranges.entries()) {
      expect(at(fromSec)).toBeCloseTo(speech[place]?.startSec ?? Number.NaN, 6);
      if (toSec < 10) expect(at(toSec)).toBeCloseTo(speech[place]?.endSec ?? Number.NaN, 6);
    }
  });

  it('joined where they touch', () => {
    const touching = [
      { startSec: 1, endSec: 2 },
      { startSec: 2, endSec: 3 },
    ];
    expect(stretchesInClip(clip({}), touching)).toEqual([{ fromSec: 1, toSec: 3 }]);
  });

  it('and a loop of an instant is refused instead of being unrolled', () => {
    expect(() => stretchesInClip(clip({ loop: true, mediaDuration: 1e-6 }), speech)).toThrow(/too often to be/);
  });
});

import { describe, expect, it } from 'vitest';
import { EXAMPLE_MEDIA } from '../commands/examples.ts';
import { createDocument } from '../document/create-document.ts';
import { parseDocument } from '../document/parse-document.ts';
import type { MediaFacts } from '../media/media-facts.ts';
import { fillVariables } from '../variables/fill-variables.ts';
import { followMedia } from './follow-media.ts';

const video = EXAMPLE_MEDIA.med_video;
/** Returns media facts for a source named by its length in seconds: `v8` is 8 s of video, `a8` 8 s of audio. */
const media = (src: string): MediaFacts | null => {
  if (src === 'still') return EXAMPLE_MEDIA.med_image ?? null;
  const [, kind, sec] = /^([va])([\d.]+)$/.exec(src) ?? [];
  return video && sec ? { ...video, kind: kind === 'a' ? 'audio' : 'video', durationSec: Number(sec) } : null;
};

type Fields = Record<string, unknown>;
/** Creates a shape clip with a track, a start and an end in seconds. */
const clip = (id: string, trackIndex: number, start: number, end: number, more: Fields = {}): Fields => ({
  ...{ id, type: 'shape', shape: { kind: 'star' }, trackIndex, start, duration: end - start },
  ...more,
});
const played = (id: string, trackIndex: number, start: number, end: number, src: string, more: Fields = {}): Fields => {
  const { shape: _, ...plain } = clip(id, trackIndex, start, end);
  return { ...plain, type: 'video', src, ...more };
};
/** Creates a video clip whose length follows its media. */
const lasting = (id: string, trackIndex: number, start: number, end: number, src: string, more: Fields = {}): Fields =>
  played(id, trackIndex, start, end, src, { durationFrom: 'media', ...more });

function documentOf(clips: Fields[], markers: number[] = []) {
  const named = markers.map((time, n) => ({ id: `m${n}`, time, label: '' }));
  return parseDocument({ ...createDocument({ fps: 30 }), clips, markers: named });
}

/** Applies `followMedia` and returns the new times of the clips, such as `a 0-5`. */
function followed(clips: Fields[], markers?: number[]): string[] {
  const document = parseDocument(followMedia(documentOf(clips, markers), media));
  const times = document.clips.map(({ id, start, duration }) => `${id} ${round(start)}-${round(start + duration)}`);
  return markers ? [...times, `markers ${document.markers?.map(({ time }) => round(time)).join(' ')}`] : times;
}

const round = (sec: number) => Math.round(sec * 1e6) / 1e6;

describe('with media of another length', () => {
  it.each<[what: string, clips: Fields[], after: string[]]>([
    [
      'what begins at its end or later moves, on all tracks',
      [lasting('a', 0, 0, 5, 'v8'), clip('b', 0, 5, 7), clip('c', 2, 6, 7), clip('d', 1, 9, 10)],
      ['a 0-8', 'b 8-10', 'c 9-10', 'd 12-13'],
    ],
    [
      'shorter as well as longer',
      [lasting('a', 0, 2, 7, 'v2.5'), clip('b', 0, 7, 9), clip('before', 1, 0, 2)],
      ['a 2-4.5', 'b 4.5-6.5', 'before 0-2'],
    ],
    [
      'music and backgrounds under it end with the film',
      [lasting('a', 0, 0, 5, 'v8'), clip('end', 0, 5, 7), clip('ground', 1, 0, 7), played('music', 3, 0, 7, 'a90')],
      ['a 0-8', 'end 8-10', 'ground 0-10', 'music 0-10'],
    ],
    [
      'and are cut with it',
      [lasting('a', 0, 0, 5, 'v2'), clip('end', 0, 5, 7), clip('ground', 1, 0, 7)],
      ['a 0-2', 'end 2-4', 'ground 0-4'],
    ],
    [
      'what lies over it keeps its distance to the nearer end of it',
      [lasting('a', 0, 0, 10, 'v14'), clip('title', 2, 1, 4), clip('logo', 1, 8, 10), clip('all', 3, 1, 10)],
      ['a 0-14', 'title 1-4', 'logo 12-14', 'all 1-14'],
    ],
    [
      'also when it becomes shorter, and what lay in the middle goes',
      [lasting('a', 0, 0, 10, 'v6'), clip('title', 2, 1, 3), clip('logo', 1, 8, 10), clip('gone', 3, 4, 6.5)],
      ['a 0-6', 'title 1-3', 'logo 4-6'],
    ],
    [
      'a part of what begins there is left',
      [lasting('a', 0, 0, 10, 'v6'), clip('tail', 2, 4, 9), clip('head', 1, 1, 5)],
      ['a 0-6', 'tail 3-5', 'head 1-3'],
    ],
    [
      'the sound of the next clip that is heard before its picture stays with that',
      [lasting('a', 0, 0, 5, 'v8'), clip('b', 0, 5, 9), played('sound', 3, 4, 9, 'a9')],
      ['a 0-8', 'b 8-12', 'sound 7-12'],
    ],
    [
      'several such clips each move what comes after them',
      [lasting('a', 0, 0, 5, 'v6'), lasting('b', 0, 5, 8, 'v2'), clip('c', 0, 8, 9), clip('under', 1, 0, 9)],
      ['a 0-6', 'b 6-8', 'c 8-9', 'under 0-9'],
    ],
    [
      'of those that end together the longest counts',
      [lasting('a', 0, 0, 5, 'v7'), lasting('b', 1, 0, 5, 'v6'), clip('c', 0, 5, 6)],
      ['a 0-7', 'b 0-6', 'c 7-8'],
    ],
    [
      'none of them is cut by another',
      [lasting('a', 0, 0, 10, 'v2'), lasting('pip', 1, 4, 6, 'v2'), clip('next', 0, 10, 11)],
      ['a 0-2', 'pip 4-6', 'next 7-8'],
    ],
    [
      'in-point and speed count',
      [lasting('a', 0, 0, 5, 'v9', { mediaStart: 1, speed: 2 }), clip('b', 0, 5, 6)],
      ['a 0-4', 'b 4-5'],
    ],
    [
      'a speed ramp is passed through',
      [
        lasting('a', 0, 0, 5, 'v6', {
          kfSpeed: [
            { time: 0, value: 1, easing: 'linear' },
            { time: 2, value: 2 },
          ],
        }),
        clip('b', 0, 5, 6),
      ],
      ['a 0-3.5', 'b 3.5-4.5'],
    ],
    [
      'media that is not known changes nothing',
      [lasting('a', 0, 0, 5, '{{film|v8}}'), clip('b', 0, 5, 6)],
      ['a 0-5', 'b 5-6'],
    ],
  ])('%s', (_what, clips, after) => {
    expect(followed(clips)).toEqual(after);
  });

  it('markers move like the rest', () => {
    const clips = [lasting('a', 0, 0, 5, 'v8'), clip('b', 0, 5, 6)];
    expect(followed(clips, [0, 1, 4, 5, 6])).toEqual(['a 0-8', 'b 8-9', 'markers 0 1 7 8 9']);
    expect(followed([lasting('a', 0, 0, 5, 'v2'), clip('b', 0, 5, 6)], [1, 3, 5])).toContain('markers 1 1 2');
  });

  it('nothing is another object when the lengths are right, and a number is left behind', () => {
    const plain = documentOf([clip('b', 0, 0, 5)]);
    expect(followMedia(plain, media)).toBe(plain);
    const document = documentOf([lasting('a', 0, 0, 5, 'v5'), clip('b', 0, 5, 6)]);
    const after = followMedia(document, media);
    expect(after.clips[1]).toBe(document.clips[1]);
    const { durationFrom: _, ...rest } = document.clips[0] ?? {};
    expect(after.clips[0]).toEqual(rest);
  });

  it('keyframes go where the moments go that they were made for', () => {
    const fade = (...times: number[]) => times.map((time, n) => ({ time, value: n % 2, easing: 'linear' }));
    const times = (id: string, clips: Fields[]) =>
      followMedia(documentOf(clips), media)
        .clips.find((one) => one.id === id)
        ?.kfOpacity?.map(({ time }) => round(time));
    const ends = fade(0, 0.5, 4.5, 5);
    // An entrance and an exit of the clip itself, of one that ends with it, and of one that comes later.
    expect(times('a', [lasting('a', 0, 0, 5, 'v8', { kfOpacity: ends })])).toEqual([0, 0.5, 7.5, 8]);
    expect(times('a', [lasting('a', 0, 0, 5, 'v2', { kfOpacity: ends })])).toEqual([0, 0.5, 1.5, 2]);
    expect(times('a', [lasting('a', 0, 0, 5, 'v2', { kfOpacity: fade(0, 2, 2.5, 3, 5) })])).toEqual([0, 1, 2]);
    const over = clip('over', 1, 0, 5, { kfOpacity: ends });
    expect(times('over', [lasting('a', 0, 0, 5, 'v8'), over])).toEqual([0, 0.5, 7.5, 8]);
    const later = clip('later', 0, 5, 10, { kfOpacity: ends });
    expect(times('later', [lasting('a', 0, 0, 5, 'v8'), later])).toEqual([0, 0.5, 4.5, 5]);
    // Music that is lowered in the film at 6 to 7 s, under what comes after the clip.
    const music = clip('music', 3, 0, 10, { kfOpacity: fade(6, 6.2, 6.8, 7) });
    expect(times('music', [lasting('a', 0, 0, 5, 'v8'), music])).toEqual([9, 9.2, 9.8, 10]);
  });

  it('fades fit, transitions stay, and the next clip begins on the frame after the last', () => {
    const [a, b] = followMedia(
      documentOf([
        lasting('a', 0, 0, 5, 'v1.2345', { fadeIn: 1, fadeOut: 1 }),
        clip('b', 0, 5, 6, { transition: { type: 'dissolve', duration: 0.5 } }),
      ]),
      media,
    ).clips;
    expect([a?.duration, a?.fadeIn, a?.fadeOut, a?.mediaDuration]).toEqual([1.2345, 0.61725, 0.61725, 1.2345]);
    expect([b?.start, b?.transition]).toEqual([1.2345, { type: 'dissolve', duration: 0.5 }]);
  });

  it.each<[clips: Fields[], message: RegExp]>([
    [[lasting('a', 0, 0, 5, 'still')], /Clip "a" lasts as long as its media, but "still" is an image.*Use a video/],
    [[lasting('a', 0, 0, 5, 'v8', { freezeAt: 1 })], /is frozen at 1 s.*Set its duration in seconds/],
    [[lasting('a', 0, 0, 5, 'v3', { mediaStart: 3 })], /begins at 3 s of its media, but "v3" is 3 s long/],
    [[lasting('a', 0, 0, 5, 'v8640', { speed: 0.01 })], /would last 864000 s/],
    [[lasting('a', 0, 86_000, 86_010, 'v80000'), clip('b', 0, 86_010, 86_011)], /Clip "b" would last from 166000 s/],
  ])('%#: is refused with the clip', (clips, message) => {
    const follow = () => followMedia(documentOf(clips), media);
    expect(follow).toThrow(message);
    expect(follow).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });

  it('follows what a variable names, and what it says of the speed', () => {
    const src = { src: '{{film|v5}}', variables: { speed: '{{speed}}' } };
    const document = documentOf([lasting('a', 0, 0, 5, '', src), clip('b', 0, 5, 6)]);
    const lengthOf = (values: Record<string, string>) =>
      followMedia(fillVariables(document, values), media).clips.map(({ start, duration }) => round(start + duration));
    expect(lengthOf({})).toEqual([5, 6]);
    expect(lengthOf({ film: 'v12' })).toEqual([12, 13]);
    expect(lengthOf({ film: 'v12', speed: '4' })).toEqual([3, 4]);
  });

  it('is no length of a clip that plays nothing', () => {
    const wrong = () => documentOf([clip('a', 0, 0, 5, { durationFrom: 'media' })]);
    expect(wrong).toThrow(/clips\[0\].durationFrom is media, but clips of type shape have no media length/);
  });
});

it('no two clips overlap that did not, whatever the lengths', () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let round = 0; round < 300; round += 1) {
    const clips = [0, 1, 2].flatMap((track) => {
      let at = 0;
      return Array.from({ length: 6 }, (_, n) => {
        const start = at + (random() < 0.5 ? 0 : random() * 3);
        at = start + 0.2 + random() * 5;
        const id = `${track}-${n}`;
        const follows = random() < 0.4;
        return follows
          ? lasting(id, track, start, at, `v${(0.1 + random() * 9).toFixed(3)}`)
          : clip(id, track, start, at);
      });
    });
    const after = followMedia(documentOf(clips), media).clips;
    for (const one of clips.filter(({ src }) => src)) {
      const own = after.find(({ id }) => id === one.id);
      expect(own?.duration, JSON.stringify(clips)).toBeCloseTo(Number(String(one.src).slice(1)), 6);
    }
    for (const track of [0, 1, 2]) {
      const sorted = after.filter(({ trackIndex }) => trackIndex === track).sort((a, b) => a.start - b.start);
      sorted.slice(1).forEach((one, n) => {
        const before = sorted[n];
        const end = (before?.start ?? 0) + (before?.duration ?? 0);
        expect(one.start - end, JSON.stringify(clips)).toBeGreaterThan(-0.00101);
      });
    }
  }
});

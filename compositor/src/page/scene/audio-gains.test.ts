import { expect, test } from 'vitest';
import { makeClip, makeDocument } from '../../../test/scenes.ts';
import type { PageSource } from '../page-data.ts';
import { audioGains } from './audio-gains.ts';

const source: PageSource = {
  ...{ kind: 'video', url: '/uploads/a', width: 64, height: 64, hasAlpha: false },
  ...{ durationSec: 10, hasAudio: true },
};
const video = { type: 'video', src: 'a', mediaDuration: 10 } as const;

test('gains are those of the mix: crossfades, fades and keyframes, held at 1 and outside of the sound', () => {
  const clips = [
    makeClip({ ...video, id: 'out' }),
    makeClip({ ...video, id: 'in', start: 2, fadeOut: 1, transition: { type: 'dissolve', duration: 0.8 } }),
    makeClip({ ...video, id: 'loud', trackIndex: 1, volume: 3 }),
    makeClip({ ...video, id: 'muted', trackIndex: 2, muted: true }),
  ];
  const gainsAt = audioGains({ document: makeDocument(64, 64, clips), sources: { a: source } });
  const crossing = gainsAt(2.4);
  expect([...crossing.keys()].sort()).toEqual(['in', 'loud', 'out']);
  // Half way through an equal-power crossfade.
  expect([crossing.get('out'), crossing.get('in')]).toEqual(
    [Math.SQRT1_2, Math.SQRT1_2].map((g) => expect.closeTo(g, 3)),
  );
  expect([1, 3.5, 4, 9].map((timeSec) => gainsAt(timeSec).get('in'))).toEqual(
    [0, Math.SQRT1_2, 0, 0].map((gain) => expect.closeTo(gain, 3)),
  );
  expect(crossing.get('loud')).toBe(1);
  expect(gainsAt(2.4)).toEqual(crossing);
});

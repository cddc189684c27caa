import type { AudioPart } from '@framemill/timeline/rendering';
import { expect, test } from 'vitest';
import { sourceSecAt } from './element-audio.ts';
import { sizeWithin } from './playback.ts';
import { readVariables } from './player-video.ts';
import { clockText } from './player-view.ts';

const second = 48_000;

function partOf(fields: Partial<AudioPart>): AudioPart {
  return {
    ...{ clipId: 'a', src: 'a', startSample: 0, lengthSamples: 10 * second, handleSamples: 0, mediaDurationSec: 20 },
    ...{ sourceStartSec: 2, speed: 1, preservePitch: true, pitch: 0, reverse: false },
    ...{ loop: false, loopEndSec: 20, loopOffsetSec: 0, timeMap: [], chain: [], duck: null, loudness: null },
    ...{ fadeInSamples: 0, fadeInCutSamples: 0, fadeOutSamples: 0, fadeOutCutSamples: 0, fadeCurve: 'linear' },
    ...{ volume: [], pan: [] },
    ...fields,
  };
}

test('audio plays the source from its trim, at its speed, in loops and along ramps', () => {
  const at = (fields: Partial<AudioPart>, sec: number) => sourceSecAt(partOf(fields), sec * second);
  expect(at({}, 3)).toBe(5);
  expect(at({ speed: 2 }, 3)).toBe(8);
  const loop = { loop: true, loopEndSec: 6, loopOffsetSec: 1 };
  expect([at(loop, 0), at(loop, 2), at(loop, 3), at(loop, 4.5)]).toEqual([3, 5, 2, 3.5]);
  const timeMap = [
    { atSample: 0, sourceSec: 2 },
    { atSample: second, sourceSec: 4 },
    { atSample: 2 * second, sourceSec: 4.5 },
  ];
  expect([at({ timeMap }, 0.5), at({ timeMap }, 1.5), at({ timeMap }, 3)]).toEqual([3, 4.25, 4.5]);
});

test('a video fills its place without being cut or enlarged', () => {
  const video = { width: 1920, height: 1080 };
  expect(sizeWithin(video, { width: 960, height: 960 })).toEqual({ width: 960, height: 540 });
  expect(sizeWithin(video, { width: 4000, height: 4000 })).toEqual(video);
});

test('times are written as clocks', () => {
  expect([0, 5.99, 65, 3_725].map(clockText)).toEqual(['0:00', '0:05', '1:05', '1:02:05']);
});

test('variables are strings and numbers', () => {
  expect(readVariables(null)).toEqual({});
  expect(readVariables('{"a":"b","c":1}')).toEqual({ a: 'b', c: 1 });
  for (const text of ['[]', '{"a":{}}', 'null', '{'])
    expect(() => readVariables(text)).toThrow('must be a JSON object');
});

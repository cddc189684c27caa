import { expect, it } from 'vitest';
import { finished } from './advance-outputs.ts';

const first = { index: 0, format: 'mp4', quality: 'standard', resolution: 'full', status: 'PROCESSING', progress: 99 };
const waiting = { url: null, error: null, fileSizeBytes: null, durationSec: null };

it('completes the first of several outputs with its whole progress, and goes on with the others', () => {
  const outputs = [
    { ...first, ...waiting },
    { ...first, ...waiting, index: 1, format: 'srt', status: 'PENDING', progress: 0 },
  ];
  const change = finished({ exportKey: 'exports/film.mp4', outputs }, { sizeBytes: 7, durationSec: 2 });
  expect(change).toMatchObject({
    stage: 'outputs',
    outputs: [
      { index: 0, status: 'COMPLETED', progress: 100, url: '/exports/film.mp4', fileSizeBytes: 7, durationSec: 2 },
      { index: 1, status: 'PENDING', progress: 0, url: null },
    ],
  });
});

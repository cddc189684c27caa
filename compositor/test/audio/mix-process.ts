import { createDocument, parseDocument } from '@framemill/timeline';
import { mixAudio } from '../../src/audio/mix-audio.ts';
import { probeMedia } from '../../src/ingest/probe-media.ts';

/**
 * Arguments of this script. It mixes the file `path` with many effects, once for each length in seconds, one after the
 * other, and prints for each mix the peak memory in bytes and the number of samples. `long-mix.test.ts` runs the script
 * in a separate process with --expose-gc.
 */
const [path = '', outPath = '', ...lengths] = process.argv.slice(2);
const media = { source: { path, facts: await probeMedia(path) } };
const profile = {
  format: 'mp4',
  quality: 'draft',
  width: 64,
  height: 64,
  rate: { num: 30, den: 1 },
  watermark: false,
} as const;

const mixes = [];
for (const seconds of lengths.map(Number)) {
  let mostBytes = 0;
  const loudness = { targetLufs: -24, truePeakDb: -1 };
  let calls = 0;
  // Every 12 s of sound, however fast the machine is. What is kept is to be measured, not when V8 comes to collect what
  // is not.
  const onProgress = () => {
    calls += 1;
    if (calls % 4 > 0) return;
    globalThis.gc?.();
    mostBytes = Math.max(mostBytes, process.memoryUsage.rss());
  };
  const { samples } = await mixAudio({ document: documentOf(seconds), profile, media, outPath, loudness, onProgress });
  mixes.push({ mostBytes, samples });
}
console.log(JSON.stringify(mixes));

function documentOf(duration: number) {
  const clip = (id: string, more: object) => ({
    ...{ id, name: '', type: 'audio', trackIndex: 3, src: 'source', start: 0, duration, mediaDuration: duration },
    ...more,
  });
  const ramp = [
    { time: 0, value: 1 },
    { time: duration / 2, value: 2 },
  ];
  const chain = ['compressor', 'denoise'].map((type) => ({ type }));
  return parseDocument({
    ...createDocument({ fps: 30 }),
    clips: [
      clip('a', { loudness: { targetLufs: -30 }, chain }),
      clip('b', { trackIndex: 0, reverse: true, duck: { sources: ['a'] } }),
      clip('c', { trackIndex: 1, duration: duration / 2, speed: 1.5, kfSpeed: ramp }),
    ],
  });
}

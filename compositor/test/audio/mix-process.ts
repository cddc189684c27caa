import { createDocument, parseDocument } from '@framemill/timeline';
import { mixAudio } from '../../src/audio/mix-audio.ts';
import { probeMedia } from '../../src/media/probe-media.ts';

/** Run by `long-mix.test.ts` in a process of its own: mixes `seconds` of `path` with much done to it, prints the most memory it ever had (bytes) and the samples of the mix. */
const [path = '', outPath = '', seconds = '0'] = process.argv.slice(2);
const duration = Number(seconds);
const clip = (id: string, more: object) => ({
  ...{ id, name: '', type: 'audio', trackIndex: 3, src: 'source', start: 0, duration, mediaDuration: duration },
  ...more,
});
const chain = ['compressor', 'denoise'].map((type) => ({ type }));
const document = parseDocument({
  ...createDocument({ fps: 30 }),
  clips: [
    clip('a', { loudness: { targetLufs: -30 }, chain }),
    clip('b', { trackIndex: 0, reverse: true, duck: { sources: ['a'] } }),
    clip('c', {
      trackIndex: 1,
      duration: duration / 2,
      speed: 1.5,
      kfSpeed: [
        { time: 0, value: 1 },
        { time: duration / 2, value: 2 },
      ],
    }),
  ],
});
const media = { source: { path, facts: await probeMedia(path) } };
const profile = {
  format: 'mp4',
  quality: 'draft',
  width: 64,
  height: 64,
  rate: { num: 30, den: 1 },
  watermark: false,
} as const;
const { samples } = await mixAudio({
  document,
  profile,
  media,
  outPath,
  loudness: { targetLufs: -24, truePeakDb: -1 },
});
console.log(JSON.stringify({ mostBytes: process.resourceUsage().maxRSS * 1_024, samples }));

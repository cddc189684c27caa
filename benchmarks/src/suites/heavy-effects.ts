import type { BenchMedia } from '../media/make-media.ts';
import { type BenchScene, buildDocument, videoClip } from '../scenes/scene.ts';

/** Effects that are most expensive on the processor, each applied to one video. */
const heavy: readonly { readonly name: string; readonly effects: readonly { type: string; params: object }[] }[] = [
  { name: 'vhs', effects: [{ type: 'vhs', params: { tracking: 0.5 } }] },
  { name: 'zoom-blur', effects: [{ type: 'zoom-blur', params: { amount: 0.3 } }] },
  {
    name: 'glow, grain',
    effects: [
      { type: 'glow', params: { radius: 30 } },
      { type: 'grain', params: { amount: 0.4 } },
    ],
  },
  {
    name: 'kaleidoscope, lens',
    effects: [
      { type: 'kaleidoscope', params: { segments: 8 } },
      { type: 'lens-distortion', params: { amount: 0.6 } },
    ],
  },
  {
    name: 'motion blur, sharpen',
    effects: [
      { type: 'motion-blur', params: { distance: 60 } },
      { type: 'sharpen', params: {} },
    ],
  },
];

/** Scenes of these effects. They only compare the engines, because no ffmpeg graph draws the same. */
export const heavyEffects: readonly BenchScene[] = heavy.map(({ name, effects }) => ({
  name,
  about: `${name} on one video`,
  document: (seconds: number, media: BenchMedia) =>
    buildDocument(0, [
      {
        add: videoClip(media.videos.a, 0, seconds, 0),
        refine: effects.map(({ type, params }) => ({ op: 'addEffect', type, params })),
      },
    ]),
  ffmpeg: () => null,
}));

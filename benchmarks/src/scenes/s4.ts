import { type BenchScene, buildDocument, videoClip } from './scene.ts';

/**
 * Scene of operations that need RGB for every pixel of every frame: a grade, a blur, a chroma key and a blend mode on
 * one video.
 */
export const s4: BenchScene = {
  name: 'S4',
  about: 'grade, blur, chroma key and overlay on one video',
  document(seconds, media) {
    return buildDocument(0, [
      {
        add: {
          op: 'addClip',
          type: 'image',
          src: media.stills[0] ?? '',
          start: 0,
          duration: seconds,
          trackIndex: 0,
        },
      },
      {
        add: videoClip(media.videos.a, 0, seconds, 1),
        refine: [
          { op: 'setColorGrade', grade: { exposure: 0.3, contrast: 0.2, saturation: 0.2, temperature: 0.1 } },
          { op: 'addEffect', type: 'blur', params: { radius: 8 } },
          { op: 'addEffect', type: 'chroma-key', params: { color: '#00d800', similarity: 0.3 } },
          { op: 'setBlendMode', blendMode: 'overlay' },
        ],
      },
    ]);
  },
  // ffmpeg's blend filter ignores alpha and its grading filters differ: no graph draws the same.
  ffmpeg: () => null,
};

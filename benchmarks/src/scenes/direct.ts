import { type BenchScene, buildDocument, videoClip } from './scene.ts';

/** One untouched video over a shape that nobody sees: decoded and encoded again. Without the shape it would be copied. */
export const direct: BenchScene = {
  name: 'direct',
  about: 'one video, encoded again',
  document: (seconds, media) => {
    const hidden = { op: 'addShapeClip', kind: 'rectangle', start: 0, duration: seconds, trackIndex: 0 };
    return buildDocument(0, [{ add: hidden }, { add: videoClip(media.videos.a, 0, seconds, 1) }]);
  },
  ffmpeg: () => 'T',
};

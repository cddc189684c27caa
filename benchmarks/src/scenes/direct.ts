import { type BenchScene, buildDocument, videoClip } from './scene.ts';

/** One untouched video: decoded and encoded again. */
export const direct: BenchScene = {
  name: 'direct',
  about: 'one untouched video',
  document: (seconds, media) => buildDocument(0, [{ add: videoClip(media.videos.a, 0, seconds, 0) }]),
  ffmpeg: () => null,
};

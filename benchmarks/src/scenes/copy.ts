import { type BenchScene, buildDocument, videoClip } from './scene.ts';

/** Scene of one unedited video that already has the requested format, so that its packets are copied. */
export const copy: BenchScene = {
  name: 'copy',
  about: 'one untouched video, its packets copied',
  copied: true,
  document: (seconds, media) => buildDocument(0, [{ add: videoClip(media.videos.a, 0, seconds, 0) }]),
  ffmpeg: () => 'T',
};

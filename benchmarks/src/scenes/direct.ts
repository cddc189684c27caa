import { type BenchScene, buildDocument, videoClip } from './scene.ts';

/** Scene of one video over an invisible shape. The shape prevents stream copy, so the video is decoded and encoded. */
export const direct: BenchScene = {
  name: 'direct',
  about: 'one video, encoded again',
  document: (seconds, media) => {
    const hidden = { op: 'addShapeClip', kind: 'rectangle', start: 0, duration: seconds, trackIndex: 0 };
    return buildDocument(0, [{ add: hidden }, { add: videoClip(media.videos.a, 0, seconds, 1) }]);
  },
  ffmpeg: () => 'T',
};

/** Frame size of a scene and of its source videos. */
export interface ImageSize {
  readonly name: '1080p30' | '2160p30';
  readonly width: number;
  readonly height: number;
}

/** 1920 x 1080 at 30 frames/s. */
export const fullHd: ImageSize = { name: '1080p30', width: 1920, height: 1080 };
/** 3840 x 2160 at 30 frames/s. */
export const ultraHd: ImageSize = { name: '2160p30', width: 3840, height: 2160 };

/** Everything between decoding and encoding is stereo float at this rate. */
export const SAMPLE_RATE = 48_000;

/** A run of stereo samples, -1 to 1 nominal. Both arrays have the same length. */
export interface StereoBlock {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** A stream of stereo samples that is read from front to back. */
export interface PcmStream {
  /**
   * Fills both arrays from `offset` on with up to `count` samples; returns how many. Less than `count` means the stream has ended.
   * Samples beyond what it returns are left as they were.
   */
  read(into: StereoBlock, offset: number, count: number): number;
  close(): void;
}

/** The sound of a media file. */
export interface SourceStream extends PcmStream {
  /** The file has one channel, which went to both sides. */
  readonly mono: boolean;
}

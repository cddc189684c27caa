/** Sample rate of all audio between decoding and encoding, in Hz. Samples are stereo floats. */
export const SAMPLE_RATE = 48_000;

/** Block of stereo samples, nominally -1 to 1. Both arrays have the same length. */
export interface StereoBlock {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Stream of stereo samples that is read sequentially. */
export interface PcmStream {
  /**
   * Fills both arrays from `offset` on with up to `count` samples and returns their number. Less than `count` means
   * that the stream has ended. Array elements after the returned samples are not changed.
   */
  read(into: StereoBlock, offset: number, count: number): number;
  close(): void;
}

/** Decoded audio of a media file as a stream of samples. */
export interface SourceStream extends PcmStream {
  /** Whether the file has one channel, which was copied to left and right. */
  readonly mono: boolean;
}

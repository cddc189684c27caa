/** Sample rate to which all audio of sources is converted, in Hz. Samples are stereo floats. */
export const SAMPLE_RATE = 48_000;

/** Block of stereo samples, nominally -1 to 1. Both arrays have the same length. */
export interface StereoBlock {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Stream of stereo samples that is read sequentially. */
export interface PcmStream {
  /**
   * Reads up to `count` samples into both arrays from index `offset` on, and returns their number. Fewer than `count`
   * means that the stream has ended. Other elements of the arrays are not changed.
   */
  read(into: StereoBlock, offset: number, count: number): number;
  /**
   * Loads the audio that the next `count` samples need. Must be awaited before they are read. Absent: reads load what
   * they need themselves, as in Node.
   */
  ready?: ((count: number) => Promise<void>) | undefined;
  close(): void;
}

/** Decoded audio of a media file as a stream of samples. */
export interface SourceStream extends PcmStream {
  /** Whether the file is mono. Its channel is then copied to left and right. */
  readonly mono: boolean;
}

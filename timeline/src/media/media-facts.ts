/** What is known about a source from probing it. Sizes are display sizes: rotation and pixel aspect are applied. */
export interface MediaFacts {
  /**
   * `lut`: a .cube file, which no clip shows; grades and the effect "lut" name it. `subtitle`: an .srt or .vtt file, which
   * importSubtitles reads. `font`: what the fontFamily of a text may name.
   */
  kind: 'video' | 'audio' | 'image' | 'lut' | 'subtitle' | 'font';
  sha256: string;
  mimeType: string;
  sizeBytes: number;
  /** Pixels; null for sound. */
  width: number | null;
  height: number | null;
  /** Seconds; null for a still. */
  durationSec: number | null;
  fps: number | null;
  hasAudio: boolean;
  hasAlpha?: boolean;
  /** Of a font. */
  font?: FontFacts;
  /** Absent: its packets cannot be copied into an output, or nobody has looked. */
  packets?: PacketFacts;
  /** Of a video. Absent: nobody has looked. */
  seek?: SeekFacts;
}

/** What reaching the pictures of a video costs. A picture is reached from the last key frame before it, or from the file's start. */
// A type, no interface: see `PacketFacts`.
export type SeekFacts = {
  /** Most pixels that are decoded to reach any one picture. */
  pixels: number;
  /** Stretches of the source that take more than one jump may. In order, at most 16; `toSec` null: to the end, and all that is held after it. Seconds. */
  outOfReach: { fromSec: number; toSec: number | null }[];
};

/** What a font file says of itself. */
export type FontFacts = {
  family: string;
  /** 100-900. */
  weight: number;
  italic: boolean;
};

/**
 * A video whose packets may stand in an MP4 output as they are: progressive 8-bit H.264 in 4:2:0 and BT.709, upright, square pixels,
 * every picture on the grid of a constant rate from second 0 on, none missing, hidden or damaged.
 */
// A type, no interface: it is stored as JSON, and only types fit where any JSON may stand.
export type PacketFacts = {
  /** Pictures a second, as a fraction. */
  rate: { num: number; den: number };
  /** Pictures. */
  frames: number;
  /** Bytes of all pictures together. */
  pictureBytes: number;
  /** How many packets a picture's own may come before it is shown. 0: no reordering. */
  delay: number;
  /** Whether the sound may be copied as well: AAC, at most two channels, without a gap from second 0 to the last picture. */
  soundFits: boolean;
};

/** Looks a clip's `src` up. null: this account has no such media. */
export type MediaLookup = (src: string) => MediaFacts | null;

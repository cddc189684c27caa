import { Type } from '#typebox';

const size = Type.Union([Type.Number({ exclusiveMinimum: 0 }), Type.Null()]);
const second = Type.Number({ minimum: 0 });

/** Schema of H.264 encoder settings with which new frames can share one track with the frames of an existing stream. */
export const EncoderSetupSchema = Type.Object({
  /** Id of the encoder's parameter sets, which the stream does not use. */
  setId: Type.Integer({ minimum: 0, maximum: 31 }),
  profile: Type.Enum(['baseline', 'main', 'high']),
  /** Level times ten: 40 is 4.0. */
  level: Type.Integer({ minimum: 9, maximum: 62 }),
  /** Maximum number of frames that are decoded before a frame that is shown earlier. */
  reorder: Type.Integer({ minimum: 0, maximum: 2 }),
  /** Number of frames that the decoder must buffer. */
  held: Type.Integer({ minimum: 1, maximum: 16 }),
  /** Whether the stream itself signals BT.709; otherwise it has no colour description. */
  tagged: Type.Boolean(),
});

/** Schema of the closed GOPs of an H.264 video. Each begins with an IDR frame and refers to no frame of another GOP. */
export const GroupFactsSchema = Type.Object({
  /** Index of the first frame of each GOP, ascending from 0. A GOP ends where the next one begins. */
  starts: Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1, maxItems: 10_000 }),
  /**
   * Hash of the parameter sets: 64 lower-case hex digits. GOPs of videos with the same hash can be mixed in one track.
   */
  parameterSets: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  encoder: EncoderSetupSchema,
});

/**
 * Schema of a video whose packets can be copied unchanged into an MP4 output.
 * It is progressive 8-bit H.264 in 4:2:0 and BT.709, upright, with square pixels. Every frame is on the grid of a
 * constant rate from second 0 on; none is missing, hidden or damaged.
 */
export const PacketFactsSchema = Type.Object({
  /** Frame rate as a fraction. */
  rate: Type.Object({ num: Type.Integer({ minimum: 1 }), den: Type.Integer({ minimum: 1 }) }),
  /** Number of frames. */
  frames: Type.Integer({ minimum: 1 }),
  /** Size of all frames together in bytes. */
  pictureBytes: Type.Integer({ minimum: 0 }),
  /** Maximum number of packets by which a frame's own packet precedes its presentation. 0: no reordering. */
  delay: Type.Integer({ minimum: 0 }),
  /**
   * Whether the audio can be copied as well: AAC, at most two channels, without a gap from second 0 to the last frame.
   */
  soundFits: Type.Boolean(),
  /** GOPs of the video. Absent: single GOPs cannot be mixed with encoded ones, or this was not examined. */
  groups: Type.Optional(GroupFactsSchema),
});

/**
 * Schema of the cost of seeking in a video. A frame is decoded from the last key frame before it, or from the file's
 * start.
 */
export const SeekFactsSchema = Type.Object({
  /** Maximum number of pixels that are decoded to reach any one frame. */
  pixels: Type.Number({ minimum: 0 }),
  /**
   * Ranges of the source in which reaching a frame costs more than a single seek may. In order, at most 16. Seconds.
   * `toSec` `null`: the range continues to the source's end and beyond it, where the last frame is repeated.
   */
  outOfReach: Type.Array(Type.Object({ fromSec: second, toSec: Type.Union([second, Type.Null()]) }), { maxItems: 16 }),
});

/** Schema of a font file's own metadata. */
export const FontFactsSchema = Type.Object({
  family: Type.String({ minLength: 1, maxLength: 200 }),
  /** Weight, 100-900. */
  weight: Type.Integer({ minimum: 100, maximum: 900 }),
  italic: Type.Boolean(),
});

/** Schema of what a probe reads from an animation beyond its size and length. */
export const AnimationFactsSchema = Type.Object({
  /** Slots: named texts, colours and numbers that a clip may fill. In the order of the file. */
  slots: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1, maxLength: 100 }),
      type: Type.Enum(['text', 'color', 'number']),
      /** Value in the file: the text, a colour as `#rrggbb` or `#rrggbbaa`, or a number. */
      value: Type.String({ maxLength: 1_000 }),
    }),
    { maxItems: 100 },
  ),
  /** Parts of the file that are not shown or not run, each as a sentence. */
  warnings: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 20 }),
});

/**
 * Schema of the metadata that a probe reads from a source. Sizes are display sizes: rotation and pixel aspect ratio are
 * applied. A field is `null` when it does not apply to the source.
 */
export const MediaFactsSchema = Type.Object({
  /**
   * Kind of the source. `animation`: a Lottie file, which video clips show. `lut`: a .cube file, used by grades and
   * the effect "lut" but not shown by clips. `subtitle`: an .srt or .vtt file for importSubtitles. `font`: a font for
   * the fontFamily of a text. `table`: a CSV file, each row of which is one video of a batch.
   */
  kind: Type.Enum(['video', 'animation', 'audio', 'image', 'lut', 'subtitle', 'font', 'table']),
  /** Hash of the file: 64 lower-case hex digits. */
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  mimeType: Type.String({ minLength: 1, maxLength: 127 }),
  sizeBytes: Type.Integer({ minimum: 0 }),
  /** Width and height in pixels; `null` for audio. */
  width: size,
  height: size,
  /** Length in seconds; `null` for a still. */
  durationSec: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
  fps: size,
  hasAudio: Type.Boolean(),
  hasAlpha: Type.Optional(Type.Boolean()),
  /**
   * Size of the frames of a video that are stored as changes of other frames, in bits per pixel: nine in ten of a
   * sample are smaller. Near 0: hardly anything moves. Absent: all frames are key frames, or this was not examined.
   */
  changeBits: Type.Optional(Type.Number({ minimum: 0 })),
  /** Metadata of a font; absent for other kinds. */
  font: Type.Optional(FontFactsSchema),
  /** Slots and warnings of an animation; absent for other kinds. */
  animation: Type.Optional(AnimationFactsSchema),
  /** Facts for copying packets. Absent: the packets cannot be copied into an output, or this was not examined. */
  packets: Type.Optional(PacketFactsSchema),
  /** Seek cost of a video. Absent: this was not examined. */
  seek: Type.Optional(SeekFactsSchema),
});

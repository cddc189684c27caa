import { Type } from '#typebox';

const size = Type.Union([Type.Number({ exclusiveMinimum: 0 }), Type.Null()]);
const second = Type.Number({ minimum: 0 });

/** How an H.264 encoder is set up so that its pictures may stand beside those of a stream in one track. */
export const EncoderSetupSchema = Type.Object({
  /** Number of its parameter sets, which the stream has not taken. */
  setId: Type.Integer({ minimum: 0, maximum: 31 }),
  profile: Type.Enum(['baseline', 'main', 'high']),
  /** Ten times the level: 40 is 4.0. */
  level: Type.Integer({ minimum: 9, maximum: 62 }),
  /** How many pictures may come before one that is shown earlier. */
  reorder: Type.Integer({ minimum: 0, maximum: 2 }),
  /** How many pictures a decoder holds. */
  held: Type.Integer({ minimum: 1, maximum: 16 }),
  /** Whether the pictures themselves say that they are BT.709; else they say nothing of their colours. */
  tagged: Type.Boolean(),
});

/** The groups of pictures of an H.264 video. Each begins with an IDR picture and needs no picture of another one. */
export const GroupFactsSchema = Type.Object({
  /** The first picture of each group, rising, the first of them 0. A group ends where the next one begins. */
  starts: Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1, maxItems: 10_000 }),
  /** 64 lower-case hex digits: groups of videos with equal ones may stand in one track. */
  parameterSets: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  encoder: EncoderSetupSchema,
});

/**
 * A video whose packets may stand in an MP4 output as they are: progressive 8-bit H.264 in 4:2:0 and BT.709, upright, square pixels,
 * every picture on the grid of a constant rate from second 0 on, none missing, hidden or damaged.
 */
export const PacketFactsSchema = Type.Object({
  /** Pictures a second, as a fraction. */
  rate: Type.Object({ num: Type.Integer({ minimum: 1 }), den: Type.Integer({ minimum: 1 }) }),
  /** Pictures. */
  frames: Type.Integer({ minimum: 1 }),
  /** Bytes of all pictures together. */
  pictureBytes: Type.Integer({ minimum: 0 }),
  /** How many packets a picture's own may come before it is shown. 0: no reordering. */
  delay: Type.Integer({ minimum: 0 }),
  /** Whether the sound may be copied as well: AAC, at most two channels, without a gap from second 0 to the last picture. */
  soundFits: Type.Boolean(),
  /** Absent: single groups of its pictures cannot stand beside encoded ones, or nobody has looked. */
  groups: Type.Optional(GroupFactsSchema),
});

/** What reaching the pictures of a video costs. A picture is reached from the last key frame before it, or from the file's start. */
export const SeekFactsSchema = Type.Object({
  /** Most pixels that are decoded to reach any one picture. */
  pixels: Type.Number({ minimum: 0 }),
  /** Stretches of the source that take more than one jump may. In order, at most 16; `toSec` null: to the end, and all that is held after it. Seconds. */
  outOfReach: Type.Array(Type.Object({ fromSec: second, toSec: Type.Union([second, Type.Null()]) }), { maxItems: 16 }),
});

/** What a font file says of itself. */
export const FontFactsSchema = Type.Object({
  family: Type.String({ minLength: 1, maxLength: 200 }),
  /** 100-900. */
  weight: Type.Integer({ minimum: 100, maximum: 900 }),
  italic: Type.Boolean(),
});

/** What is known about a source from probing it. Sizes are display sizes: rotation and pixel aspect are applied. null: does not apply. */
export const MediaFactsSchema = Type.Object({
  /**
   * `lut`: a .cube file, which no clip shows; grades and the effect "lut" name it. `subtitle`: an .srt or .vtt file, which
   * importSubtitles reads. `font`: what the fontFamily of a text may name. `table`: a CSV file, whose rows are films of a batch.
   */
  kind: Type.Enum(['video', 'audio', 'image', 'lut', 'subtitle', 'font', 'table']),
  /** 64 lower-case hex digits. */
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  mimeType: Type.String({ minLength: 1, maxLength: 127 }),
  sizeBytes: Type.Integer({ minimum: 0 }),
  /** Pixels; null for sound. */
  width: size,
  height: size,
  /** Seconds; null for a still. */
  durationSec: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
  fps: size,
  hasAudio: Type.Boolean(),
  hasAlpha: Type.Optional(Type.Boolean()),
  /** Of a font. */
  font: Type.Optional(FontFactsSchema),
  /** Absent: its packets cannot be copied into an output, or nobody has looked. */
  packets: Type.Optional(PacketFactsSchema),
  /** Of a video. Absent: nobody has looked. */
  seek: Type.Optional(SeekFactsSchema),
});

/** How much time the encoder spends for a picture: the encoders' settings hang on it. */
export type Quality = 'draft' | 'standard' | 'high';

/** Every quality, the smallest file first. */
export const qualities: readonly Quality[] = ['draft', 'standard', 'high'];

/** How segments are encoded. Outputs of one coding, size and rate share their segments. */
export type VideoCoding = 'h264' | 'hevc' | 'av1' | 'vp9' | 'vp9-alpha' | 'prores' | 'lossless';

/** How the mix is encoded. */
export type AudioCoding = 'aac' | 'opus' | 'mp3' | 'pcm';

/** What is made of the segments and the mix at the end. */
export type Assembly = 'film' | 'sound' | 'gif' | 'webp' | 'sequence' | 'poster' | 'sheet' | 'sprites';

/** What an output is made of, what it becomes and how the file is called. */
export interface FormatFacts {
  /** null: it has no pictures. */
  readonly video: VideoCoding | null;
  /** null: it has no sound. */
  readonly audio: AudioCoding | null;
  readonly assembly: Assembly;
  /** The codec library's muxer; null: another library writes the file. */
  readonly muxer: string | null;
  /** Of the file's name, without the dot. */
  readonly ending: string;
  readonly mimeType: string;
  /** One sentence for people. */
  readonly about: string;
}

/** Every output format. To add one: a row here; a new coding or assembly has a file of its own in `media/`. */
export const formatTable = {
  mp4: film('h264', 'aac', 'mp4', 'mp4', 'video/mp4', 'H.264 and AAC in MP4: plays everywhere.'),
  webm: film('vp9', 'opus', 'webm', 'webm', 'video/webm', 'VP9 and Opus in WebM.'),
  gif: images(
    'lossless',
    'gif',
    'gif',
    'image/gif',
    'Animated GIF without sound, at most 60 s. Colour has half the resolution (4:2:0).',
  ),
  'mp4-hevc': film('hevc', 'aac', 'mp4', 'mp4', 'video/mp4', 'HEVC (hvc1) and AAC in MP4.'),
  'mp4-av1': film('av1', 'aac', 'mp4', 'mp4', 'video/mp4', 'AV1 and AAC in MP4.'),
  'webm-alpha': film(
    'vp9-alpha',
    'opus',
    'webm',
    'webm',
    'video/webm',
    'VP9 with alpha: the background is transparent.',
  ),
  'mov-prores': film(
    'prores',
    'pcm',
    'mov',
    'mov',
    'video/quicktime',
    'ProRes 4444 with alpha and PCM: the background is transparent. Colour has half the resolution (4:2:0).',
  ),
  webp: images(
    'lossless',
    'webp',
    'webp',
    'image/webp',
    'Animated WebP without sound, at most 60 s. Colour has half the resolution (4:2:0).',
  ),
  mp3: audio('mp3', 'mp3', 'mp3', 'audio/mpeg', 'The sound alone, MP3.'),
  m4a: audio('aac', 'ipod', 'm4a', 'audio/mp4', 'The sound alone, AAC.'),
  wav: audio('pcm', 'wav', 'wav', 'audio/wav', 'The sound alone, 16 bits, 48 kHz.'),
  opus: audio('opus', 'ogg', 'opus', 'audio/ogg', 'The sound alone, Opus in Ogg.'),
  'png-sequence': images(
    'lossless',
    'sequence',
    'zip',
    'application/zip',
    'Every frame as PNG, in a ZIP. Colour has half the resolution (4:2:0), as in video.',
  ),
  'jpeg-sequence': images('lossless', 'sequence', 'zip', 'application/zip', 'Every frame as JPEG, in a ZIP.'),
  poster: images('lossless', 'poster', 'jpg', 'image/jpeg', 'One frame as JPEG.'),
  'contact-sheet': images(
    'h264',
    'sheet',
    'jpg',
    'image/jpeg',
    'Frames of the whole film with their times, as one JPEG.',
  ),
  sprites: images(
    'h264',
    'sprites',
    'zip',
    'application/zip',
    'Thumbnails of the whole film on sheets, with the WebVTT file that players read, in a ZIP.',
  ),
} as const satisfies Record<string, FormatFacts>;

/** What an export can be. */
export type Format = keyof typeof formatTable;

/** Formats with sound but no pictures. */
export type AudioFormat = 'mp3' | 'm4a' | 'wav' | 'opus';

/** Every output format, in the order of menus. */
export const formats = Object.keys(formatTable) as readonly Format[];

/** The format that a file's ending (without the dot) means; null: none, or it could be several. */
export function formatOfEnding(ending: string): Format | null {
  const own = formats.find((format) => format === ending);
  const [first, second] = formats.filter((format) => formatFacts(format).ending === ending);
  if (own || second === undefined) return own ?? first ?? null;
  return ending === 'jpg' ? 'poster' : null;
}

/** The facts of a format. */
export function formatFacts(format: Format): FormatFacts {
  return formatTable[format];
}

/** Whether files of a format can have another aspect ratio than their project: those with one picture at a time. */
export function takesAspect(format: Format): boolean {
  const { video: images, assembly } = formatFacts(format);
  return images !== null && assembly !== 'sheet';
}

/** Whether what is transparent in the document stays transparent; the document's background is left out then. */
export function keepsAlpha(format: Format): boolean {
  const { video: images } = formatFacts(format);
  return images === 'vp9-alpha' || images === 'prores';
}

/** Whether the format is a picture that moves by frames of whole centiseconds: it has own rates and sizes. */
export function isAnimation(format: Format): boolean {
  const { assembly } = formatFacts(format);
  return assembly === 'gif' || assembly === 'webp';
}

function film(
  coding: VideoCoding,
  audio: AudioCoding,
  muxer: string,
  ending: string,
  mimeType: string,
  about: string,
): FormatFacts {
  return { video: coding, audio: audio, assembly: 'film', muxer, ending, mimeType, about };
}

function audio(coding: AudioCoding, muxer: string, ending: string, mimeType: string, about: string): FormatFacts {
  return { video: null, audio: coding, assembly: 'sound', muxer, ending, mimeType, about };
}

function images(coding: VideoCoding, assembly: Assembly, ending: string, mimeType: string, about: string): FormatFacts {
  return { video: coding, audio: null, assembly, muxer: null, ending, mimeType, about };
}

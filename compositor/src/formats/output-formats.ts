/** Quality of an output, from which the encoder settings follow. */
export type Quality = 'draft' | 'standard' | 'high';

/** All qualities, from the smallest file to the largest. */
export const qualities: readonly Quality[] = ['draft', 'standard', 'high'];

/**
 * Trade-off between file size and rendering time. `fast`: many short segments. `balanced`: longer segments. `small`:
 * the longest segments and slower encoder settings.
 */
export type Compression = 'fast' | 'balanced' | 'small';

/** All compressions, from the largest file to the smallest. */
export const compressions: readonly Compression[] = ['fast', 'balanced', 'small'];

/** Codec of the video segments. Outputs of the same coding, size and frame rate share their segments. */
export type VideoCoding = 'h264' | 'hevc' | 'av1' | 'vp9' | 'vp9-alpha' | 'prores' | 'lossless';

/** Codec of the audio mix. */
export type AudioCoding = 'aac' | 'opus' | 'mp3' | 'pcm';

/** Final step of a render, which writes the output file from the encoded segments and the audio mix. */
export type Assembly = 'film' | 'sound' | 'gif' | 'webp' | 'sequence' | 'poster' | 'sheet' | 'sprites';

/** Properties of an output format: its codecs, its final step and its file type. */
export interface FormatFacts {
  /** Codec of the video; null for a format without images. */
  readonly video: VideoCoding | null;
  /** Codec of the audio; null for a format without audio. */
  readonly audio: AudioCoding | null;
  readonly assembly: Assembly;
  /** Name of the codec library's muxer; null when another library writes the file. */
  readonly muxer: string | null;
  /** File name extension, without the dot. */
  readonly ending: string;
  readonly mimeType: string;
  /** Description of the format in one sentence. */
  readonly about: string;
}

/**
 * All output formats by name. To add a format, add an entry here; a new coding or final step needs a file in `media/`.
 */
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

/** Name of an output format. */
export type Format = keyof typeof formatTable;

/** Formats with audio but no images. */
export type AudioFormat = 'mp3' | 'm4a' | 'wav' | 'opus';

/** All output formats, in the order in which menus list them. */
export const formats = Object.keys(formatTable) as readonly Format[];

/**
 * Returns the format for a file name extension (without the dot): the format of that name, or the only format with that
 * extension, or `poster` for `jpg`. Returns null when there is no such format.
 */
export function formatOfEnding(ending: string): Format | null {
  const own = formats.find((format) => format === ending);
  const [first, second] = formats.filter((format) => formatFacts(format).ending === ending);
  if (own || second === undefined) return own ?? first ?? null;
  return ending === 'jpg' ? 'poster' : null;
}

/** Returns the properties of a format. */
export function formatFacts(format: Format): FormatFacts {
  return formatTable[format];
}

/**
 * Whether an output in this format can have another aspect ratio than its project. True for all formats with images
 * except contact sheets.
 */
export function takesAspect(format: Format): boolean {
  const { video: images, assembly } = formatFacts(format);
  return images !== null && assembly !== 'sheet';
}

/** Whether `Compression` affects files of a format. It does when frames are predicted from other frames. */
export function takesCompression(format: Format): boolean {
  const { video: images } = formatFacts(format);
  return images !== null && images !== 'prores' && images !== 'lossless';
}

/** Whether the format preserves transparency. If so, the document's background is not drawn. */
export function keepsAlpha(format: Format): boolean {
  const { video: images } = formatFacts(format);
  return images === 'vp9-alpha' || images === 'prores';
}

/**
 * Whether the format is an animated image (GIF, WebP). Animated images have fixed frame rates and limited widths, and
 * each frame lasts a whole number of centiseconds.
 */
export function isAnimation(format: Format): boolean {
  const { assembly } = formatFacts(format);
  return assembly === 'gif' || assembly === 'webp';
}

/** Codec of a caption track inside a container. */
export type CaptionCoding = 'mov_text' | 'webvtt';

const captionCodings: Readonly<Record<string, CaptionCoding>> = { mp4: 'mov_text', mov: 'mov_text', webm: 'webvtt' };
const chapterContainers = ['mp4', 'mov', 'webm'];

/** Returns the codec of a format's caption track; null when files of the format cannot contain one. */
export function captionCoding(format: Format): CaptionCoding | null {
  const { assembly, muxer } = formatFacts(format);
  return assembly === 'film' ? (captionCodings[muxer ?? ''] ?? null) : null;
}

/** Whether a format's files can contain chapters. */
export function holdsChapters(format: Format): boolean {
  const { assembly, muxer } = formatFacts(format);
  return assembly === 'film' && chapterContainers.includes(muxer ?? '');
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

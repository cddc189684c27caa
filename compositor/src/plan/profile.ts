import type { Rate, Settings } from '@framemill/timeline';
import {
  type AspectRatio,
  captionCues,
  chapterCues,
  type Document,
  documentForAspect,
  FramemillError,
  type MediaLookup,
  rateOf,
  type TextCue,
  totalFrames,
} from '@framemill/timeline/rendering';
import {
  type Compression,
  captionCoding,
  type Format,
  formatFacts,
  formats,
  holdsChapters,
  isAnimation,
  type Quality,
  takesAspect,
} from '../formats/output-formats.ts';
import type { ImageChoice, OutputProfile } from './profile-schema.ts';

export type { OutputProfile };

type Size = Pick<OutputProfile, 'width' | 'height'>;

/** Options of a render as requested by the user, with the limits of the user's plan. */
export interface OutputOptions {
  format: Format;
  quality: Quality;
  /** Trade-off between file size and rendering time. Default `balanced`. */
  compression?: Compression | undefined;
  /** Resolution. `half` halves both sides before other limits apply. */
  resolution: 'full' | 'half';
  /** Maximum length of the shorter side in pixels (`maxExportHeight` of the user's plan); null without a limit. */
  maxShortSide: number | null;
  watermark: boolean;
  /**
   * Whether to use smart rendering (`planGroups`), where format and watermark permit it. Default: everything is
   * encoded.
   */
  smart?: boolean | undefined;
  /** Whether the first segment has one second, so that the stream of an MP4 can be played early. Default false. */
  earlyPlayback?: boolean | undefined;
  /** Selection of the frames for a format that consists of single images. Ignored for other formats. */
  choice?: ImageChoice | undefined;
  /**
   * Texts that are embedded in the file. `outputProfile` throws `invalid_request` when files of the format cannot
   * contain them.
   */
  texts?: OutputProfile['texts'];
}

// Delays of GIF frames are whole centiseconds: 10, 8 and 5. WebP uses the same rates.
const animationRates: Record<Quality, Rate> = {
  draft: { num: 10, den: 1 },
  standard: { num: 25, den: 2 },
  high: { num: 20, den: 1 },
};
const animationWidths: Record<Quality, number> = { draft: 640, standard: 800, high: 800 };
const animationMaxSeconds = 60;
/** Maximum number of frames in a sequence, where each frame is a file. */
const sequenceMaxFrames = 65_000;
const smallestSide = 16;

/**
 * Resolves the output profile of a render. Sides are rounded to even pixels, are at least 16 and keep the project's
 * aspect ratio to within 1 %. If one side would be below 16, the other may exceed its limit. `cappedByPlan` is true
 * when `maxShortSide` reduced the size.
 */
export function outputProfile(
  settings: Settings,
  options: OutputOptions,
): { profile: OutputProfile; cappedByPlan: boolean } {
  if (options.texts) requireTexts(options.format, options.texts);
  let scale = options.resolution === 'half' ? 0.5 : 1;
  const shortSide = Math.min(settings.width, settings.height) * scale;
  const cappedByPlan = options.maxShortSide !== null && shortSide > options.maxShortSide;
  if (options.maxShortSide !== null && cappedByPlan) scale *= options.maxShortSide / shortSide;
  const animation = isAnimation(options.format);
  if (animation) scale = Math.min(scale, animationWidths[options.quality] / settings.width);
  return {
    profile: {
      format: options.format,
      quality: options.quality,
      ...(options.compression === undefined ? {} : { compression: options.compression }),
      ...evenSize(settings, scale),
      rate: animation ? animationRates[options.quality] : rateOf(settings.fps),
      watermark: options.watermark,
      ...(options.smart && options.format === 'mp4' && !options.watermark ? { smart: true } : {}),
      ...(options.earlyPlayback && options.format === 'mp4' ? { earlyPlayback: true } : {}),
      ...(options.choice === undefined ? {} : { choice: options.choice }),
      ...(options.texts === undefined ? {} : { texts: options.texts }),
    },
    cappedByPlan,
  };
}

/**
 * Returns the number of output frames. Throws `invalid_request` for a document without a duration, for an animated
 * image longer than 60 s and for a sequence of more than 65,000 files.
 */
export function outputFrames(document: Document, profile: OutputProfile): number {
  const frames = totalFrames(document);
  if (frames < 1) throw new FramemillError('invalid_request', 'The project has no clips. Add a clip first.');
  const rate = rateOf(document.settings.fps);
  if (sameRate(rate, profile.rate)) return checkLength(frames, profile);
  const exact = (frames * rate.den * profile.rate.num) / (rate.num * profile.rate.den);
  return checkLength(Math.max(1, Math.round(exact)), profile);
}

/**
 * Returns the document frame that output frame `frame` shows. If the output and the document have the same frame rate,
 * the numbers are equal; otherwise it is the last document frame that begins at or before the output frame.
 */
export function documentFrame(frame: number, documentRate: Rate, profile: OutputProfile): number {
  if (sameRate(documentRate, profile.rate)) return frame;
  return Math.floor((frame * profile.rate.den * documentRate.num) / (profile.rate.num * documentRate.den));
}

/** Returns the first output frame that shows document frame `frame` or a later one. Inverse of `documentFrame`. */
export function outputFrameAt(frame: number, documentRate: Rate, profile: OutputProfile): number {
  if (sameRate(documentRate, profile.rate)) return frame;
  return Math.ceil((frame * documentRate.den * profile.rate.num) / (documentRate.num * profile.rate.den));
}

function checkLength(frames: number, profile: OutputProfile): number {
  const seconds = (frames * profile.rate.den) / profile.rate.num;
  if (isAnimation(profile.format) && seconds > animationMaxSeconds) {
    throw new FramemillError(
      'invalid_request',
      `The project is ${seconds.toFixed(1)} s long, but a ${profile.format === 'gif' ? 'GIF' : 'WebP'} may last at ` +
        `most ${animationMaxSeconds} s. Choose mp4 or webm, or shorten the project.`,
    );
  }
  if (formatFacts(profile.format).assembly === 'sequence' && frames > sequenceMaxFrames) {
    throw new FramemillError(
      'invalid_request',
      `The project has ${frames} frames, but an image sequence may have at most ${sequenceMaxFrames}. Choose ` +
        'mov-prores, or shorten the project.',
    );
  }
  return frames;
}

function sameRate(a: Rate, b: Rate): boolean {
  return a.num * b.den === b.num * a.den;
}

// Rounding changes the short side of a long strip by several percent: then the long side is recomputed from it.
const largestError = 0.01;

function evenSize({ width, height }: Size, scale: number): Size {
  const rounded = { width: evenSide(width * scale), height: evenSide(height * scale) };
  const ratio = width / height;
  if (Math.abs(rounded.width / rounded.height / ratio - 1) <= largestError) return rounded;
  const down = (pixels: number) => evenSide(2 * Math.floor(pixels / 2));
  if (width > height) {
    const short = down(height * scale);
    return { width: evenSide(short * ratio), height: short };
  }
  const short = down(width * scale);
  return { width: short, height: evenSide(short / ratio) };
}

function evenSide(pixels: number): number {
  return Math.max(smallestSide, Math.round(pixels / 2) * 2);
}

/**
 * Checks that an output of a format can have another aspect ratio. Throws `invalid_request` when a ratio is requested
 * for audio or a contact sheet.
 */
export function requireAspect(format: Format, aspect: AspectRatio | undefined): void {
  if (aspect === undefined || takesAspect(format)) return;
  const why = formatFacts(format).video === null ? 'it has no image' : 'a sheet has a shape of its own';
  const message =
    `aspect ${aspect} does not apply to ${format}: ${why}. Leave it out, or use one of ` +
    `${formats.filter(takesAspect).join(', ')}.`;
  throw new FramemillError('invalid_request', message, { field: 'aspect' });
}

/**
 * Returns the document laid out for an aspect ratio; unchanged when no ratio is requested. `media` returns the sizes of
 * the document's media.
 */
export function filmForAspect(document: Document, aspect: AspectRatio | undefined, media: MediaLookup): Document {
  return aspect === undefined ? document : documentForAspect(document, aspect, media);
}

/**
 * Checks that files of a format can contain the requested texts. If not, throws `invalid_request` with a list of
 * suitable formats.
 */
function requireTexts(
  format: Format,
  wanted: { captions?: boolean | undefined; chapters?: boolean | undefined },
): void {
  if (wanted.captions && captionCoding(format) === null)
    throw refusal('captions', format, (name) => captionCoding(name) !== null, 'srt or vtt');
  if (wanted.chapters && !holdsChapters(format)) throw refusal('chapters', format, holdsChapters, 'chapters');
}

/** Returns the texts of a document (captions, chapters) that a profile requests; undefined when it requests none. */
export function filmTexts(
  document: Document,
  wanted: { captions?: boolean | undefined; chapters?: boolean | undefined } | undefined,
): { captions?: TextCue[]; chapters?: TextCue[] } | undefined {
  if (wanted === undefined) return undefined;
  return {
    ...(wanted.captions ? { captions: captionCues(document) } : {}),
    ...(wanted.chapters ? { chapters: chapterCues(document) } : {}),
  };
}

function refusal(what: string, format: Format, holds: (format: Format) => boolean, beside: string): FramemillError {
  const others = formats.filter(holds).join(', ');
  const message =
    `The format ${format} does not support ${what}. ` + `Choose one of ${others}, or a separate file (${beside}).`;
  return new FramemillError('invalid_request', message, { field: what });
}

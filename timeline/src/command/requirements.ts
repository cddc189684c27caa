import type { Document } from '../document/document.ts';
import { type SourcePosition, type SourceUse, sourcesAt } from '../document/sources.ts';
import { refuse } from '../errors/framemill-error.ts';
import type { MediaFacts, MediaLookup } from '../media/media-facts.ts';
import { rateOf, secondsOf } from '../time.ts';

/** Words for each kind of source, for messages. */
export const NAMED_KINDS: Readonly<Record<MediaFacts['kind'], string>> = {
  video: 'a video',
  animation: 'an animation',
  audio: 'an audio file',
  image: 'an image',
  lut: 'a .cube file',
  subtitle: 'a subtitle file',
  font: 'a font',
  table: 'a table',
};

/**
 * Returns the metadata of a source. Throws `invalid_request` unless the source is media of the account and of kind
 * `kind`. `path` is the name of the parameter in the message.
 */
export function requireKind(
  kind: 'image' | 'lut' | 'subtitle' | 'font',
  src: string,
  path: string,
  media: MediaLookup,
): MediaFacts {
  const facts = media(src);
  if (facts?.kind === kind) return facts;
  const wanted = NAMED_KINDS[kind];
  throw refuse(
    facts
      ? `${path} "${src}" is ${NAMED_KINDS[facts.kind]}, not ${wanted}. Upload one and use its id or url.`
      : `${path} "${src}" is not media of this account. Upload ${wanted} and use its id or url.`,
  );
}

/**
 * Tolerance for durations given in decimals, which may be slightly shorter than a frame because of rounding. In frames.
 */
const ROUNDING = 0.001;

/** Whether a duration in seconds is shorter than one frame of the document. */
export function isUnderFrame({ settings }: Pick<Document, 'settings'>, durationSec: number): boolean {
  return durationSec < secondsOf(1, rateOf(settings.fps)) * (1 - ROUNDING);
}

/** Throws `invalid_request` when a duration is shorter than a frame of the document. */
export function requireFrame(document: Document, durationSec: number): void {
  if (!isUnderFrame(document, durationSec)) return;
  const { fps } = document.settings;
  const frame = Number(secondsOf(1, rateOf(fps)).toFixed(4));
  throw refuse(`duration must be at least one frame, ${frame} s at ${fps} fps (got ${durationSec}).`);
}

const KINDS = { mask: 'image', lut: 'lut', font: 'font', subtitle: 'subtitle' } as const satisfies Record<
  Exclude<SourceUse, 'clip'>,
  MediaFacts['kind']
>;

/**
 * Throws `invalid_request` unless every source that `value` names at `positions` is media of the account.
 * Sources of masks, LUTs, fonts and subtitles must also be of the right kind, such as an image for a mask. Commands
 * have no other ownership check.
 */
export function requireSources(positions: readonly SourcePosition[], value: unknown, media: MediaLookup): void {
  for (const { src, use, at } of sourcesAt(positions, value)) {
    if (use !== 'clip') requireKind(KINDS[use], src, at, media);
    // An empty source is allowed: text clips have one.
    else if (src !== '' && !media(src))
      throw refuse(`${at} "${src}" is not media of this account. Upload it first and use its id or url.`);
  }
}

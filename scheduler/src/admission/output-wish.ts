import {
  audioKey,
  type Format,
  filmForAspect,
  formatFacts,
  type ImageChoice,
  type OutputProfile,
  outputFrames,
  outputProfile,
  type Quality,
  requireAspect,
} from '@framemill/compositor/catalog';
import type { AspectRatio, Document } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import { durationSec } from '@framemill/timeline/rendering';
import { hasFeature, type Plan } from '../plans/index.ts';
import { factsOf, type MediaSources } from '../protocol/index.ts';

/** Request for one output file. */
export interface OutputWish {
  readonly format: Format;
  readonly quality: Quality;
  readonly resolution: 'full' | 'half';
  /** Aspect ratio for which the document is laid out again; absent: the document's own. */
  readonly aspect?: AspectRatio | undefined;
  /** Frames that a still-image format shows; absent fields have defaults. */
  readonly choice?: ImageChoice | undefined;
  /** Captions and chapters that are written into the file; absent: none. */
  readonly texts?: OutputProfile['texts'];
  /**
   * Whether unchanged GOPs of H.264 sources are copied into an MP4 file instead of being encoded again. Default true.
   */
  readonly smart?: boolean | undefined;
  /**
   * Path of this output in the request, such as `body.outputs.2`; errors put it before the names of its fields.
   * Absent: the output is not part of a request.
   */
  readonly requestPath?: string | undefined;
}

/**
 * Returns the document laid out for the aspect ratio of an output request. Throws `invalid_request` for a format
 * without an aspect ratio.
 */
export function filmFor(document: Document, media: MediaSources, wish: OutputWish): Document {
  const { format, aspect } = wish;
  namingFieldsOf(wish, () => requireAspect(format, aspect));
  return filmForAspect(document, aspect, (src) => media[src]?.facts ?? null);
}

/**
 * Computes the output profile and the frame count of a document (see `filmFor`) under a plan. Throws `invalid_request`
 * for an output that the project does not allow: an audio file of a project without audio, or an animated image that
 * is too long.
 */
export function profileOf(
  document: Document,
  media: MediaSources,
  plan: Plan,
  wish: OutputWish,
): { profile: OutputProfile; totalFrames: number; cappedByPlan: boolean } {
  const isPoster = formatFacts(wish.format).assembly === 'poster';
  const choice = isPoster ? { atSec: durationSec(document) / 2, ...wish.choice } : wish.choice;
  const { profile, cappedByPlan } = outputProfile(document.settings, {
    ...{ format: wish.format, quality: wish.quality, resolution: wish.resolution },
    ...{ maxShortSide: plan.maxExportHeight, watermark: !hasFeature(plan, 'no_watermark'), choice },
    smart: wish.smart ?? true,
    texts: wish.texts,
  });
  const totalFrames = namingFieldsOf(wish, () => {
    requireAudio(document, media, profile);
    return outputFrames(document, profile);
  });
  return { profile, totalFrames, cappedByPlan };
}

/**
 * Runs `work`, whose errors name fields of one output, and prefixes those fields with the output's path in the
 * request.
 */
function namingFieldsOf<T>({ requestPath }: OutputWish, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (requestPath === undefined || !(error instanceof FramemillError)) throw error;
    const { field } = error.details;
    if (typeof field !== 'string') throw error;
    throw new FramemillError(error.code, error.message, { ...error.details, field: `${requestPath}.${field}` });
  }
}

function requireAudio(document: Document, media: MediaSources, profile: OutputProfile): void {
  if (formatFacts(profile.format).video !== null) return;
  if (audioKey(document, profile, factsOf(media), '') !== null) return;
  const message = `The project has no audio for the format ${profile.format}. Add an audible clip, or use a video format.`;
  throw new FramemillError('invalid_request', message, { field: 'format' });
}

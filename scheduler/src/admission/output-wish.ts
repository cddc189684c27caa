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

/** One file that is asked for. */
export interface OutputWish {
  readonly format: Format;
  readonly quality: Quality;
  readonly resolution: 'full' | 'half';
  /** The document is laid out again for it; absent: its own. */
  readonly aspect?: AspectRatio | undefined;
  /** Which frames a format of single pictures shows; what is absent has a default. */
  readonly choice?: ImageChoice | undefined;
  /** Captions and chapters that go into the file; absent: none. */
  readonly texts?: OutputProfile['texts'];
  /** Whether untouched groups of pictures of H.264 sources are copied into an MP4, not encoded again. Default true. */
  readonly smart?: boolean | undefined;
  /** Where the request names the file, such as `body.outputs.2`: errors name fields of it. Absent: it came in no request. */
  readonly requestPath?: string | undefined;
}

/** The document as a wish shows it: laid out for the aspect ratio that it asks for. Throws `invalid_request` for a format that has none. */
export function filmFor(document: Document, media: MediaSources, wish: OutputWish): Document {
  const { format, aspect } = wish;
  namingFieldsOf(wish, () => requireAspect(format, aspect));
  return filmForAspect(document, aspect, (src) => media[src]?.facts ?? null);
}

/**
 * What a wish for a document (`filmFor`) becomes under a plan, and how many frames that is. Throws `invalid_request` for what the project cannot become: a file of sound
 * without any, an animated picture that is too long.
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

/** Does `work`, whose errors name fields of a file, and puts where the request names that file before them. */
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
  const message = `the project has no sound, so there is nothing for ${profile.format}. Add a clip that is heard, or choose a format with pictures.`;
  throw new FramemillError('invalid_request', message, { field: 'format' });
}

import { type Compression, type Format, formatFacts, type Quality } from '@framemill/compositor/formats';
import {
  audioKey,
  filmForAspect,
  type ImageChoice,
  type OutputProfile,
  outputFrames,
  outputProfile,
  requireAspect,
} from '@framemill/compositor/plan';
import type { ObjectStore, Prisma } from '@framemill/infra';
import type { AspectRatio, Document } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import { durationSec, writeChapters, writeSubtitles } from '@framemill/timeline/rendering';
import { newExportKey, newId } from '../ids.ts';
import { hasFeature, type Plan } from '../plans/index.ts';
import { factsOf, type MediaSources, objectKeys } from '../protocol/index.ts';
import { fileOptions, newOutput, type RenderOutput } from '../records/render-output.ts';
import { renderSnapshot } from './snapshot.ts';

/** Request for one output file. */
export interface OutputRequest {
  readonly format: Format;
  readonly quality: Quality;
  /** Trade-off between file size and encoding time. Default `balanced`. */
  readonly compression?: Compression | undefined;
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
  /** Whether the first segment of an MP4 has one second, so that its stream can be played early. Default false. */
  readonly earlyPlayback?: boolean | undefined;
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
export function filmFor(document: Document, media: MediaSources, wish: OutputRequest): Document {
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
  wish: OutputRequest,
): { profile: OutputProfile; totalFrames: number; cappedByPlan: boolean } {
  const isPoster = formatFacts(wish.format).assembly === 'poster';
  const choice = isPoster ? { atSec: durationSec(document) / 2, ...wish.choice } : wish.choice;
  const { profile, cappedByPlan } = outputProfile(document.settings, {
    ...{ format: wish.format, quality: wish.quality, compression: wish.compression, resolution: wish.resolution },
    ...{ maxShortSide: plan.maxExportHeight, watermark: !hasFeature(plan, 'no_watermark'), choice },
    smart: wish.smart ?? true,
    earlyPlayback: wish.earlyPlayback,
    texts: wish.texts,
  });
  const totalFrames = namingFieldsOf(wish, () => {
    requireAudio(document, media, profile);
    return outputFrames(document, profile);
  });
  return { profile, totalFrames, cappedByPlan };
}

/** Runs `work`, and prefixes the field names in its errors with the path of this output in the request. */
function namingFieldsOf<T>({ requestPath }: OutputRequest, work: () => T): T {
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
  const { format } = profile;
  const message = `The project has no audio for the format ${format}. Add an audible clip, or use a video format.`;
  throw new FramemillError('invalid_request', message, { field: 'format' });
}

/** Text formats of output files that are written from the document alone, when the render is admitted. */
export const textFormats = ['srt', 'vtt', 'chapters'] as const;
/** Format of a text file that accompanies a render. */
export type TextFormat = (typeof textFormats)[number];

/** Request for an additional output file of a render: a rendered file or a text file. */
export type AdditionalOutput = OutputRequest | { readonly format: TextFormat };

/** Columns that every output row copies from its render. */
export type SharedFields = Pick<
  Prisma.RenderUncheckedCreateInput,
  'accountId' | 'projectId' | 'watermark' | 'priority' | 'weight' | 'pool' | 'mediaSha256s' | 'qc' | 'traceparent'
>;

/**
 * Additional outputs that are ready to be inserted with their render: their objects are already in the object store.
 */
export interface FurtherOutputs {
  readonly rows: Prisma.RenderUncheckedCreateInput[];
  /** Outputs as the API shows them, beginning with the render's own file. */
  readonly shown: RenderOutput[];
}

/**
 * Prepares the additional outputs of a render: stores their documents in the object store and returns one row for each,
 * with `parentId` set. Rows of text files are COMPLETED at once. Throws the errors of `profileOf` and of the store.
 * Objects that were stored before an error are removed later by the sweep.
 */
export async function freezeOutputs(
  store: ObjectStore,
  parent: { id: string; wish: OutputRequest; shared: SharedFields },
  wishes: readonly AdditionalOutput[],
  film: { document: Document; media: MediaSources; plan: Plan },
): Promise<FurtherOutputs> {
  const own = fileOptions(parent.wish);
  const shown = [newOutput(0, own)];
  const rows: Prisma.RenderUncheckedCreateInput[] = [];
  for (const [place, wish] of wishes.entries()) {
    const base = { ...parent.shared, id: newId('rnd'), parentId: parent.id, outputIndex: place + 1 };
    // An additional output takes no export, so `refunded` is true: no export is ever returned for it.
    const taken = { ...base, refunded: true, stage: 'held' };
    if (isText(wish)) {
      const text = Buffer.from(textOf(film.document, wish.format));
      const exportKey = newExportKey(textEndings[wish.format]);
      await store.put(exportKey, text, { contentType: textTypes[wish.format] });
      const file = { url: `/${exportKey}`, fileSizeBytes: text.byteLength };
      const options = { ...own, format: wish.format, aspect: null };
      shown.push({ ...newOutput(place + 1, options), ...file, status: 'COMPLETED', progress: 100 });
      rows.push({ ...taken, ...options, ...file, exportKey, profile: {}, ...finished() });
      continue;
    }
    const document = filmFor(film.document, film.media, wish);
    const { profile, totalFrames } = profileOf(document, film.media, film.plan, wish);
    const options = fileOptions(wish);
    const snapshot = renderSnapshot(document, profile, film.media);
    await store.put(objectKeys.document(base.id), Buffer.from(JSON.stringify(snapshot)), {
      contentType: 'application/json',
    });
    shown.push(newOutput(place + 1, options));
    rows.push({
      ...taken,
      ...options,
      totalFrames,
      profile: storedProfile(profile),
      exportKey: exportKeyOf(wish.format),
    });
  }
  return { rows, shown };
}

/** Returns a new object key with the file extension of a format. */
export function exportKeyOf(format: Format): string {
  return newExportKey(formatFacts(format).ending);
}

/** Returns an output profile as the JSON object that the database stores. */
export function storedProfile({ rate, choice, texts, ...profile }: OutputProfile): Prisma.InputJsonObject {
  return {
    ...profile,
    rate: { ...rate },
    ...(choice === undefined ? {} : { choice: { ...choice } }),
    ...(texts === undefined ? {} : { texts: { ...texts } }),
  };
}

const textEndings: Readonly<Record<TextFormat, string>> = { srt: 'srt', vtt: 'vtt', chapters: 'vtt' };
const textTypes: Readonly<Record<TextFormat, string>> = {
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  chapters: 'text/vtt',
};

function isText(wish: AdditionalOutput): wish is { readonly format: TextFormat } {
  return textFormats.some((format) => format === wish.format);
}

function textOf(document: Document, format: TextFormat): string {
  return format === 'chapters' ? writeChapters(document) : writeSubtitles(document, format);
}

function finished() {
  const now = new Date();
  return { status: 'COMPLETED', stage: 'done', progress: 100, startedAt: now, completedAt: now };
}

import { type Format, formatFacts, type OutputProfile } from '@framemill/compositor/catalog';
import type { ObjectStore, Prisma } from '@framemill/infra';
import type { Document } from '@framemill/timeline';
import { writeChapters, writeSubtitles } from '@framemill/timeline/rendering';
import { newExportKey, newId } from '../ids.ts';
import type { Plan } from '../plans/index.ts';
import { type MediaSources, objectKeys } from '../protocol/index.ts';
import { fileOptions, newOutput, type RenderOutput } from '../records/render-output.ts';
import { filmFor, type OutputWish, profileOf } from './output-wish.ts';
import { renderSnapshot } from './snapshot.ts';

/** Text formats of output files that are written from the document alone, when the render is admitted. */
export const textFormats = ['srt', 'vtt', 'chapters'] as const;
/** Format of a text file that accompanies a render. */
export type TextFormat = (typeof textFormats)[number];

/** Request for an additional output file of a render: a rendered file or a text file. */
export type FurtherWish = OutputWish | { readonly format: TextFormat };

/** Columns that every output row copies from its render. */
export type SharedFields = Pick<
  Prisma.RenderUncheckedCreateInput,
  'accountId' | 'projectId' | 'watermark' | 'priority' | 'weight' | 'pool' | 'mediaSha256s' | 'qc'
>;

/** Additional outputs that are ready to be inserted with their render: their objects are already in the store. */
export interface FurtherOutputs {
  readonly rows: Prisma.RenderUncheckedCreateInput[];
  /** Outputs as the API shows them, beginning with the render's own file. */
  readonly shown: RenderOutput[];
}

/**
 * Freezes the additional outputs of a render: stores their objects and returns one row for each, with `parentId` set.
 * Rows of text files are COMPLETED at once. Throws the errors of `profileOf` and of the store; objects that a failure
 * orphans are swept later.
 */
export async function freezeOutputs(
  store: ObjectStore,
  parent: { id: string; wish: OutputWish; shared: SharedFields },
  wishes: readonly FurtherWish[],
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

function isText(wish: FurtherWish): wish is { readonly format: TextFormat } {
  return textFormats.some((format) => format === wish.format);
}

function textOf(document: Document, format: TextFormat): string {
  return format === 'chapters' ? writeChapters(document) : writeSubtitles(document, format);
}

function finished() {
  const now = new Date();
  return { status: 'COMPLETED', stage: 'done', progress: 100, startedAt: now, completedAt: now };
}

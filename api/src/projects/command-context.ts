import { catalogue } from '@framemill/compositor/capabilities';
import { SUBTITLE_MAX_BYTES, subtitleText } from '@framemill/compositor/formats';
import { type ObjectStore, readObject } from '@framemill/infra';
import { hasFeature, isUsable, type ResolvedSource, resolveSources } from '@framemill/scheduler';
import { parseMediaAnalysis } from '@framemill/scheduler/protocol';
import {
  type AnalysisLookup,
  allClips,
  batchIds,
  clipSources,
  type Document,
  defaultSource,
  FramemillError,
  type MediaAnalysis,
  type MediaFacts,
  opsNeeding,
  PLAN_GATED_OPS,
  type ReduceContext,
} from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { newId } from '../ids.ts';
import { requireWithin } from '../limiter/cost-limits.ts';
import type { CommandInput } from './command-batch.ts';

/** Number of analyses read concurrently. The analysis of an hour of speech has about 1 MB. */
const parallelReads = 4;

/** Maximum total size of the subtitle files that are read for one batch of commands, in bytes. */
const MOST_BYTES = 4 * SUBTITLE_MAX_BYTES;

const idKinds = { clip: 'clip', effect: 'fx', marker: 'mrk', group: 'grp', composition: 'cmp' } as const;

const LISTENING_OPS = opsNeeding('analysis');
const SUBTITLE_OPS = opsNeeding('subtitleFile');

/**
 * Function that returns the metadata of a media source, such as its duration and size. Returns `null` for a source that
 * is unknown or cannot be used.
 * The metadata is loaded in advance, because the command reducer is a pure function and cannot load it.
 */
export type MediaLookup = (src: string) => MediaFacts | null;

/**
 * Builds the context in which the command reducer runs one batch of commands of `caller`.
 * The context contains a generator of new ids, the catalogue of effects, fonts, transitions and shapes, the plan check
 * of commands, and metadata and names of all media that the document or the commands use. If a command needs audio
 * analyses or the texts of subtitle files, the context contains these too. A source of another account, or one that is
 * not ready, counts as unknown. With `batchId`, the ids of new elements are derived from it (`batchIds`). Throws
 * `invalid_request` for a `batchId` that was already used in the project. On the main thread, throws
 * `CostLimitExceeded` for many sources; a worker thread then repeats the call.
 */
export async function commandContext(
  deps: ApiDeps,
  caller: Caller,
  document: Document,
  commands: CommandInput[],
  batchId?: string,
): Promise<ReduceContext> {
  const gateOpen = hasFeature(caller.plan, 'gated_ops');
  const named = sourcesOfBatch(document, commands);
  requireWithin(deps, 'sources', named.length, { clips: named.length });
  const sources = await resolveSources(deps, caller.accountId, named);
  const readsSubtitles = commands.some(({ op }) => SUBTITLE_OPS.has(op));
  const listens = commands.some(({ op }) => LISTENING_OPS.has(op));
  return {
    newId: batchId === undefined ? newEntityId : idsOfBatch(document, batchId),
    catalogue,
    allowedOps: (op) => gateOpen || !PLAN_GATED_OPS.has(op),
    // A variable is checked by its default source.
    media: (src) => factsOf(sources.get(defaultSource(src))),
    mediaName: (src) => nameOf(sources.get(defaultSource(src))),
    ...(listens ? { analysis: await analysisLookup(deps.store, sources) } : {}),
    ...(readsSubtitles ? { subtitles: await subtitleLookup(deps.store, sources) } : {}),
  };
}

/**
 * Returns the id generator for a batch with an id.
 * Throws `invalid_request` when the project already has clips with ids from this batch id, because a client may use a
 * batch id twice.
 */
function idsOfBatch(document: Document, batchId: string): ReduceContext['newId'] {
  const begin = `clip_${batchId.slice('bat_'.length)}`;
  if (!allClips(document).some(({ id }) => id.startsWith(begin))) return batchIds(batchId);
  throw new FramemillError(
    'invalid_request',
    `The batchId ${batchId} was already used in this project. Use a new one.`,
  );
}

/**
 * Loads the metadata of all `sources` in one step, and returns a function that looks them up. The function returns
 * `null` for any other source.
 */
export async function mediaLookup(deps: ApiDeps, accountId: string, sources: string[]): Promise<MediaLookup> {
  const wanted = [...new Set(sources.map(defaultSource))];
  if (wanted.length === 0) return () => null;
  const found = await resolveSources(deps, accountId, wanted);
  return (src) => factsOf(found.get(defaultSource(src)));
}

function factsOf(source: ResolvedSource | undefined): MediaFacts | null {
  return source !== undefined && isUsable(source) ? source.facts : null;
}

function nameOf(source: ResolvedSource | undefined): string | null {
  return source !== undefined && isUsable(source) ? source.name : null;
}

/** Returns the sources that a document's clips, masks, LUTs and fonts use. */
export function sourcesOf(document: Document): string[] {
  return [
    ...new Set(
      allClips(document)
        .flatMap(clipSources)
        .map(({ src }) => src),
    ),
  ];
}

/** Returns every source whose facts may be needed to run `commands` on `document`. */
function sourcesOfBatch(document: Document, commands: CommandInput[]): string[] {
  return [...new Set([...sourcesOf(document), ...sourcesNamedBy(commands)])];
}

const SOURCE_TEXT = /\bmed_[0-9a-f]{32}\b|\/(?:uploads|fixtures)\/[A-Za-z0-9_.-]{1,128}/g;
/** Maximum sources that are looked up: the maximum number of clips in a project. */
const MOST_NAMED = 10_000;

// Parameters with sources have many names and depths (src, mask.src, mediaMap values, text of a script or of a timeline
// file), but all sources have the same form.
function sourcesNamedBy(commands: CommandInput[]): string[] {
  const sources = new Set<string>();
  const stack: unknown[] = [...commands];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value === 'string') for (const [source] of value.matchAll(SOURCE_TEXT)) sources.add(source);
    else if (typeof value === 'object' && value !== null) stack.push(...Object.values(value));
  }
  return [...sources].slice(0, MOST_NAMED);
}

/**
 * Loads the audio analyses of media sources and returns a function that looks them up.
 * The function returns `pending` while an analysis is in progress. It returns null for sources without audio, for
 * failed analyses and for unknown sources.
 */
async function analysisLookup(
  store: ObjectStore,
  sources: ReadonlyMap<string, ResolvedSource>,
): Promise<AnalysisLookup> {
  const known = new Map<string, MediaAnalysis | 'pending' | null>();
  const toRead: { src: string; objectKey: string }[] = [];
  for (const [src, source] of sources) {
    const analysis = isUsable(source) ? source.analysis : null;
    if (analysis?.status === 'done') toRead.push({ src, objectKey: analysis.objectKey });
    else known.set(src, analysis === null ? null : 'pending');
  }
  const readNext = async () => {
    for (let next = toRead.shift(); next; next = toRead.shift()) {
      known.set(next.src, await readAnalysis(store, next.objectKey));
    }
  };
  await Promise.all(Array.from({ length: parallelReads }, readNext));
  return (src) => known.get(src) ?? null;
}

async function readAnalysis(store: ObjectStore, objectKey: string): Promise<MediaAnalysis | null> {
  try {
    return await readObject(store, objectKey, (bytes) => parseMediaAnalysis(JSON.parse(bytes.toString('utf8'))));
  } catch (error) {
    // The media was deleted meanwhile; the command then reports a missing analysis.
    if (error instanceof FramemillError && error.code === 'not_found') return null;
    throw error;
  }
}

/**
 * Loads the texts of the subtitle files among the sources and returns a function that looks them up.
 * The function returns null for all other sources. Files above the total limit of MOST_BYTES are left out.
 */
async function subtitleLookup(
  store: ObjectStore,
  sources: ReadonlyMap<string, ResolvedSource>,
): Promise<(src: string) => string | null> {
  const texts = new Map<string, string>();
  let sizeBytes = 0;
  for (const [src, source] of sources) {
    if (!isUsable(source) || source.facts.kind !== 'subtitle') continue;
    sizeBytes += source.facts.sizeBytes;
    if (sizeBytes > MOST_BYTES) break;
    const read = await textOf(store, source.objectKey);
    if (read !== null) texts.set(src, read);
  }
  return (src) => texts.get(src) ?? null;
}

async function textOf(store: ObjectStore, objectKey: string): Promise<string | null> {
  try {
    return await readObject(store, objectKey, subtitleText);
  } catch (error) {
    // The media was deleted meanwhile; the command then reports that the file cannot be read.
    if (error instanceof FramemillError && error.code === 'not_found') return null;
    throw error;
  }
}

/** Creates an id for a new element of a document, such as a clip. */
function newEntityId(kind: keyof typeof idKinds): string {
  return newId(idKinds[kind]);
}

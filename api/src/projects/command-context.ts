import { catalogue } from '@framemill/compositor/catalog';
import { hasFeature, isUsable, type ResolvedSource, resolveSources } from '@framemill/scheduler';
import {
  batchIds,
  clipSources,
  type Document,
  defaultSource,
  FramemillError,
  type MediaFacts,
  opsNeeding,
  PLAN_GATED_OPS,
  type ReduceContext,
} from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { LIGHT_SOURCES, TooHeavy, unitsOf } from '../limiter/too-heavy.ts';
import { analysisLookup } from '../media/analysis-lookup.ts';
import { subtitleLookup } from '../media/subtitle-lookup.ts';
import type { CommandInput } from './command-batch.ts';
import { newEntityId } from './entity-id.ts';

const LISTENING_OPS = opsNeeding('analysis');
const SUBTITLE_OPS = opsNeeding('subtitleFile');

/** Facts of clip sources, looked up beforehand: the reducer is pure and cannot ask. */
export type MediaLookup = (src: string) => MediaFacts | null;

/**
 * Everything the reducer may use for one batch of `caller`: fresh ids, the catalogue, the plan's gate, and the media that
 * the document or the commands name, with what was measured in them, or the text of a subtitle file, when a command asks for it. A source that is not the
 * caller's, or not ready, is unknown to it. With `batchId` new things are named after it (`batchIds`).
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
  if (deps.side.kind === 'main' && named.length > LIGHT_SOURCES) throw new TooHeavy(unitsOf({ clips: named.length }));
  const sources = await resolveSources(deps, caller.accountId, named);
  const readsSubtitles = commands.some(({ op }) => SUBTITLE_OPS.has(op));
  const listens = commands.some(({ op }) => LISTENING_OPS.has(op));
  return {
    newId: batchId === undefined ? newEntityId : idsOfBatch(document, batchId),
    catalogue,
    allowedOps: (op) => gateOpen || !PLAN_GATED_OPS.has(op),
    // A variable is judged by the source that it stands for.
    media: (src) => factsOf(sources.get(defaultSource(src))),
    ...(listens ? { analysis: await analysisLookup(deps.store, sources) } : {}),
    ...(readsSubtitles ? { subtitles: await subtitleLookup(deps.store, sources) } : {}),
  };
}

/** Ids that a batch gives by its name, which must not have been given before: nothing keeps a caller from using a name twice. */
function idsOfBatch({ clips }: Document, batchId: string): ReduceContext['newId'] {
  const begin = `clip_${batchId.slice('bat_'.length)}`;
  if (!clips.some(({ id }) => id.startsWith(begin))) return batchIds(batchId);
  throw new FramemillError(
    'invalid_request',
    `batchId ${batchId} has made clips of this project before. Make a new one.`,
  );
}

/** Loads the facts of `sources` at once; the returned function answers null for all others. */
export async function mediaLookup(deps: ApiDeps, accountId: string, sources: string[]): Promise<MediaLookup> {
  const wanted = [...new Set(sources.map(defaultSource))];
  if (wanted.length === 0) return () => null;
  const found = await resolveSources(deps, accountId, wanted);
  return (src) => factsOf(found.get(defaultSource(src)));
}

function factsOf(source: ResolvedSource | undefined): MediaFacts | null {
  return source !== undefined && isUsable(source) ? source.facts : null;
}

/** The sources that a document's clips, their masks, looks and fonts name. */
export function sourcesOf(document: Document): string[] {
  return [...new Set(document.clips.flatMap(clipSources).map(({ src }) => src))];
}

/** Every source that running `commands` on `document` may ask about. */
function sourcesOfBatch(document: Document, commands: CommandInput[]): string[] {
  return [...new Set([...sourcesOf(document), ...sourcesNamedBy(commands)])];
}

const SOURCE_TEXT = /\bmed_[0-9a-f]{32}\b|\/(?:uploads|fixtures)\/[A-Za-z0-9_.-]{1,128}/g;
/** More than a project may have clips is not looked up. */
const MOST_NAMED = 10_000;

// Parameters that hold sources have many names and depths (src, mask.src, mediaMap values, text of a script or of a
// timeline file), but one form.
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

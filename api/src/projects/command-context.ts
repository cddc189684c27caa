import { catalogue } from '@framemill/compositor/catalog';
import { hasFeature, planFor, resolveSources } from '@framemill/scheduler';
import { clipSources, type Document, type MediaFacts, type ReduceContext } from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { newId } from '../ids.ts';
import type { CommandInput } from './command-batch.ts';

/** Operations that need a plan with gated operations. */
const GATED_OPS = new Set(['runScript', 'importTimeline']);

const idKinds = { clip: 'clip', effect: 'fx', marker: 'mrk', group: 'grp' } as const;

/** Facts of clip sources, looked up beforehand: the reducer is pure and cannot ask. */
export type MediaLookup = (src: string) => MediaFacts | null;

/**
 * Everything the reducer may use for one batch of `caller`: fresh ids, the catalogue, the plan's gate, and the media that
 * the document or the commands name. A source that is not the caller's, or not ready, is unknown to it.
 */
export async function commandContext(
  deps: ApiDeps,
  caller: Caller,
  document: Document,
  commands: CommandInput[],
): Promise<ReduceContext> {
  const plan = planFor(caller.plan);
  const gateOpen = hasFeature(plan, 'gated_ops');
  return {
    newId: (kind) => newId(idKinds[kind]),
    catalogue,
    allowedOps: (op) => gateOpen || !GATED_OPS.has(op),
    media: await mediaLookup(deps, caller.accountId, [...sourcesOf(document), ...sourcesNamedBy(commands)]),
  };
}

/** Loads the facts of `sources` at once; the returned function answers null for all others. */
export async function mediaLookup(deps: ApiDeps, accountId: string, sources: string[]): Promise<MediaLookup> {
  const wanted = [...new Set(sources)];
  if (wanted.length === 0) return () => null;
  const found = await resolveSources(deps, accountId, wanted);
  return (src) => {
    const entry = found.get(src);
    return entry && 'facts' in entry ? entry.facts : null;
  };
}

/** The sources that a document's clips, their masks and their looks name. */
export function sourcesOf(document: Document): string[] {
  return [...new Set(document.clips.flatMap(clipSources).map(({ src }) => src))];
}

const SOURCE_TEXT = /^(med_[0-9a-f]{32}|\/(uploads|fixtures)\/[A-Za-z0-9_.-]{1,128})$/;

// Parameters that hold sources have many names and depths (src, mask.src, mediaMap values...), but one form.
function sourcesNamedBy(commands: CommandInput[]): string[] {
  const sources = new Set<string>();
  const stack: unknown[] = [...commands];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value === 'string' && SOURCE_TEXT.test(value)) sources.add(value);
    else if (typeof value === 'object' && value !== null) stack.push(...Object.values(value));
  }
  return [...sources];
}

import { isUsable, resolveSources } from '@framemill/scheduler';
import {
  type Document,
  FramemillError,
  listVariables,
  type MediaFacts,
  type VariableValues,
} from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import { signAddresses } from '../files/signed-files.ts';
import { requireWithin } from '../limiter/cost-limits.ts';
import { sourcesOf } from '../projects/command-context.ts';
import { loadProject } from '../projects/project-store.ts';
import { AspectSchema } from '../renders/output-schema.ts';
import { shownFilm } from '../renders/render-frame.ts';

const ValuesSchema = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]));

/** Schema of the video that a player asks for. */
export const PlayerOrderSchema = Type.Object({
  accountId: Type.String(),
  projectId: Type.String(),
  /** Values of variables that the creator of the address has chosen. */
  fixed: ValuesSchema,
  /** Values of variables that the page has chosen. */
  given: ValuesSchema,
  aspect: Type.Optional(AspectSchema),
});

/** Video that a player asks for. */
export type PlayerOrder = Static<typeof PlayerOrderSchema>;

/** File of a video, as the player loads it. Addresses are root-relative. */
interface PlayerFile {
  url: string;
  /** Smaller copy of a video; null when there is none. */
  previewUrl: string | null;
  facts: MediaFacts;
}

/** Video as the player loads it: the document, and its media by the `src` of the clips. */
export interface PlayerVideo {
  document: Document;
  media: Record<string, PlayerFile>;
}

/**
 * Returns the video of a project with the given values of its variables. All variables are filled. The addresses of
 * media are signed, and end after 50 to 60 minutes. Files that are unknown or not ready are left out. Throws
 * `not_found`, and `invalid_request` for values that a page may not choose or that are not accepted. On the main
 * thread, throws `CostLimitExceeded` for large projects.
 */
export async function playerVideo(deps: ApiDeps, order: PlayerOrder): Promise<PlayerVideo> {
  const { accountId, projectId, fixed, given, aspect } = order;
  const { document: stored } = await loadProject(deps, accountId, projectId);
  refuseForeign(stored, fixed, given);
  const document = await shownFilm(deps, accountId, stored, { values: { ...given, ...fixed }, aspect });
  const names = sourcesOf(document);
  requireWithin(deps, 'sources', names.length, { clips: names.length });
  const { addressOf } = await signAddresses(deps);
  const media: PlayerVideo['media'] = {};
  for (const [src, source] of await resolveSources(deps, accountId, names)) {
    if (!isUsable(source)) continue;
    const { objectKey, proxy } = source;
    // Details that only renders use, which can be long.
    const { packets: _, seek: __, ...facts } = source.facts;
    media[src] = { url: addressOf(objectKey), previewUrl: proxy === null ? null : addressOf(proxy.objectKey), facts };
  }
  return { document, media };
}

/**
 * Throws `invalid_request` for values that a page may not choose: fixed ones, and media, which could be any file of the
 * account.
 */
function refuseForeign(document: Document, fixed: VariableValues, given: VariableValues): void {
  const names = Object.keys(given);
  if (names.length === 0) return;
  const media = new Set(listVariables(document).flatMap(({ name, type }) => (type === 'media' ? [name] : [])));
  for (const name of names) {
    const isFixed = Object.hasOwn(fixed, name);
    if (!isFixed && !media.has(name)) continue;
    const reason = isFixed ? 'has a value in the address' : 'names a media file';
    throw new FramemillError(
      'invalid_request',
      `The variable "${name}" ${reason}, so that pages cannot set it. Create an address with another value.`,
      { field: 'query.variables' },
    );
  }
}

import { withMediaLengths } from '@framemill/scheduler';
import { type AspectRatio, type Document, documentForAspect, type VariableValues } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { mediaLookup, sourcesOf } from '../projects/command-context.ts';
import { withVariables } from '../projects/variable-values.ts';

/** Variables and aspect ratio of a preview. Absent values mean those of the project. */
interface Shown {
  values: VariableValues | undefined;
  aspect?: AspectRatio | undefined;
}

/**
 * Returns a document as a render with these variable values and this aspect ratio would use it.
 * Throws `invalid_request` for values that do not fit, and for media without a duration where a clip lasts as long as
 * its media.
 */
export async function shownFilm(
  deps: ApiDeps,
  accountId: string,
  document: Document,
  { values, aspect }: Shown,
): Promise<Document> {
  const film = await withMediaLengths(deps, accountId, withVariables(document, values));
  if (aspect === undefined) return film;
  return documentForAspect(film, aspect, await mediaLookup(deps, accountId, sourcesOf(film)));
}

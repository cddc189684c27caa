import { compositionFaults } from '../document/composition-faults.ts';
import type { Composition, Document } from '../document/document.ts';
import { refuse } from '../errors/framemill-error.ts';
import { compositionDocument } from '../evaluate/nested-document.ts';

/** Finds a composition. Throws `invalid_request`, naming the compositions of the project, when it does not exist. */
export function findComposition(document: Document, compositionId: string): Composition {
  const { compositions = [] } = document;
  const composition = compositions.find(({ id }) => id === compositionId);
  if (composition) return composition;
  const known = compositions.map(({ id, name }) => `${id} (${name})`).slice(0, 10);
  throw refuse(
    `compositionId "${compositionId}" is not a composition of this project. ` +
      (known.length === 0 ? 'It has none. Make one with createComposition.' : `It has ${known.join(', ')}.`),
  );
}

/** Runs a command on the timeline of a composition, as though the composition were a document of its own. */
export function insideComposition<Outcome extends { document: Document }>(
  document: Document,
  compositionId: string,
  run: (nested: Document) => Outcome,
): Outcome {
  const composition = findComposition(document, compositionId);
  const nested = compositionDocument(document, composition);
  const outcome = run(nested);
  const { tracks, clips, markers, lastTrackId, compositions = [] } = outcome.document;
  if (outcome.document === nested) return { ...outcome, document };
  const { id, name, settings } = composition;
  const changed: Composition = { id, name, settings, tracks, clips };
  if (markers) changed.markers = markers;
  if (lastTrackId !== undefined) changed.lastTrackId = lastTrackId;
  return {
    ...outcome,
    document: { ...document, compositions: compositions.map((one) => (one.id === id ? changed : one)) },
  };
}

/**
 * Throws `invalid_request` when a command has left compositions that no document may have: one that contains itself, too
 * many levels, or too many clips. `before` is the document before the command.
 */
export function requireValidCompositions(before: Document, after: Document): void {
  if (!after.compositions || (after.compositions === before.compositions && after.clips === before.clips)) return;
  for (const { message } of compositionFaults(after)) throw refuse(message);
}

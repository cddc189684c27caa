import type { Document } from '../document/document.ts';
import { LIMITS } from '../document/limits.ts';
import { refuse } from '../errors/refuse.ts';

/** Throws `invalid_request` when `added` more clips would exceed the maximum number of clips. */
export function refuseWhenFull(document: Document, added = 1): void {
  const { length } = document.clips;
  if (length + added <= LIMITS.clips) return;
  throw refuse(
    `The project has ${length} clips and would have ${length + added}; the limit is ${LIMITS.clips}. Remove some first.`,
  );
}

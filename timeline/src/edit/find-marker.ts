import type { Document } from '../document/document.ts';
import type { Marker } from '../document/marker.ts';
import { refuse } from '../errors/refuse.ts';

/** Finds a marker and its index in `document.markers`. Throws `invalid_request` when it does not exist. */
export function findMarker(document: Document, markerId: string): { marker: Marker; index: number } {
  const index = (document.markers ?? []).findIndex((marker) => marker.id === markerId);
  const marker = document.markers?.[index];
  if (!marker)
    throw refuse(`markerId "${markerId}" is not a marker of this project. Use the id of a marker in the project.`);
  return { marker, index };
}

import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { checked } from './change-clip.ts';

/** Replaces clips by the `changed` clips with the same ids. Returns the same document when `changed` is empty. */
export function withClips(document: Document, changed: readonly Clip[]): Document {
  if (changed.length === 0) return document;
  const byId = new Map(changed.map((clip) => [clip.id, checked(clip)]));
  return { ...document, clips: document.clips.map((clip) => byId.get(clip.id) ?? clip) };
}

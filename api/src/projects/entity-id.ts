import { newId } from '../ids.ts';

const idKinds = { clip: 'clip', effect: 'fx', marker: 'mrk', group: 'grp' } as const;

/** Creates an id for an element of a document. */
export function newEntityId(kind: keyof typeof idKinds): string {
  return newId(idKinds[kind]);
}

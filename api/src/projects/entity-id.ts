import { newId } from '../ids.ts';

const idKinds = { clip: 'clip', effect: 'fx', marker: 'mrk', group: 'grp' } as const;

/** Makes an id for something in a document. */
export function newEntityId(kind: keyof typeof idKinds): string {
  return newId(idKinds[kind]);
}

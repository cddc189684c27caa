import { randomBytes } from 'node:crypto';

/** Kinds of ids that the API creates. An id is `<kind>_<32 hex>` with 128 random bits, so that it cannot be guessed. */
export type IdKind =
  | 'prj'
  | 'med'
  | 'clip'
  | 'fx'
  | 'mrk'
  | 'grp'
  | 'cmp'
  | 'acc'
  | 'app'
  | 'key'
  | 'led'
  | 'wsp'
  | 'whk'
  | 'dlv'
  | 'dst'
  | 'ses'
  | 'emb'
  | 'cmt'
  | 'rvl'
  | 'org'
  | 'inv'
  | 'job'
  | 'undo'
  | 'tgu'
  | 'bot'
  | 'aud';

/** Creates a random id of the given kind. */
export function newId(kind: IdKind): string {
  return `${kind}_${randomBytes(16).toString('hex')}`;
}

/** Returns the ids of media files that occur in a text, each once, in ascending order. */
export function mediaIdsIn(text: string): string[] {
  return [...new Set(text.match(/med_[0-9a-f]{32}/g))].sort();
}

const ID_TEXT = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Whether `text` has the form of an id. Other text cannot be an id and is treated as unknown without a database query.
 */
export function isIdLike(text: string): boolean {
  return ID_TEXT.test(text);
}

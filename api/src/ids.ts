import { randomBytes } from 'node:crypto';

/** Kinds of ids that the API makes; each is `<kind>_<32 hex>`: 128 random bits, so that an id cannot be guessed. */
export type IdKind =
  | 'prj'
  | 'med'
  | 'clip'
  | 'fx'
  | 'mrk'
  | 'grp'
  | 'acc'
  | 'app'
  | 'key'
  | 'led'
  | 'wsp'
  | 'whk'
  | 'dlv'
  | 'dst'
  | 'ses'
  | 'org'
  | 'inv'
  | 'job'
  | 'undo'
  | 'tgu'
  | 'bot';

/** Makes an id. */
export function newId(kind: IdKind): string {
  return `${kind}_${randomBytes(16).toString('hex')}`;
}

const ID_TEXT = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether `text` could be an id at all; what could not is answered like an unknown one, without asking the database. */
export function isIdLike(text: string): boolean {
  return ID_TEXT.test(text);
}

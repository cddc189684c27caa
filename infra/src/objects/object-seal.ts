import { WrongBytes } from './wrong-bytes.ts';

/**
 * Metadata stored with an object, by which a reader verifies it: its key and, if known beforehand, the hash of its
 * bytes. Objects of earlier software versions have none, and only their length is checked.
 */
export interface ObjectSeal {
  readonly sha256: string | null;
}

const names = { key: 'framemill-key', sha256: 'framemill-sha256' };

/**
 * Returns the user metadata for an object to be stored. `sha256` null: the object is a stream whose bytes are not
 * known yet.
 */
export function sealFor(key: string, sha256: string | null): Record<string, string> {
  return { [names.key]: key, ...(sha256 === null ? {} : { [names.sha256]: sha256 }) };
}

/** Reads the metadata of a response. Throws `WrongBytes` when it belongs to another object. */
export function checkSeal(key: string, metadata: Record<string, string> | undefined): ObjectSeal {
  const sealed = metadata?.[names.key];
  if (sealed !== undefined && sealed !== key) throw new WrongBytes(key, 'the response is another object');
  return { sha256: metadata?.[names.sha256] ?? null };
}

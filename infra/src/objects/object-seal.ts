import { WrongBytes } from './wrong-bytes.ts';

/**
 * What is stored beside an object so that a reader knows what it must be: its key and, where they were known beforehand, the
 * hash of its bytes. Objects of earlier releases have none, and are only checked for their length.
 */
export interface ObjectSeal {
  readonly sha256: string | null;
}

const names = { key: 'framemill-key', sha256: 'framemill-sha256' };

/** User metadata for an object that is put. `sha256` null: it is a stream, whose bytes nobody knows yet. */
export function sealFor(key: string, sha256: string | null): Record<string, string> {
  return { [names.key]: key, ...(sha256 === null ? {} : { [names.sha256]: sha256 }) };
}

/** Reads the metadata of an answer. Throws `WrongBytes` when it is that of another object. */
export function checkSeal(key: string, metadata: Record<string, string> | undefined): ObjectSeal {
  const sealed = metadata?.[names.key];
  if (sealed !== undefined && sealed !== key) throw new WrongBytes(key, 'that is another object');
  return { sha256: metadata?.[names.sha256] ?? null };
}

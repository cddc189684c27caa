import { randomBytes } from 'node:crypto';

/**
 * Returns a new id with 96 random bits. Prefixes: `rnd_` for a render, `t_` for a task, `att_` for an attempt, `bat_`
 * for a batch, `del_` for a delivery.
 */
export function newId(prefix: 'rnd' | 't' | 'att' | 'bat' | 'del'): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** Returns a new object key for an export. Its 192 random bits cannot be guessed. */
export function newExportKey(extension: string): string {
  return `exports/${randomBytes(24).toString('hex')}.${extension}`;
}

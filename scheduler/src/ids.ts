import { randomBytes } from 'node:crypto';

/** A new id with 96 random bits: `rnd_...` for a render, `t_...` for a task, `bat_...` for a batch, `del_...` for a delivery. */
export function newId(prefix: 'rnd' | 't' | 'att' | 'bat' | 'del'): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** An export's object key. 192 random bits: whoever does not know it cannot guess it. */
export function newExportKey(extension: string): string {
  return `exports/${randomBytes(24).toString('hex')}.${extension}`;
}

import { Type } from '@framemill/timeline/typebox';
import { OLDEST_PROTOCOL_VERSION, PROTOCOL_VERSION } from './version.ts';

/** Fields that several messages share. Lengths are bounded so that every payload stays below 2 KB. */
export const version = Type.Integer({ minimum: OLDEST_PROTOCOL_VERSION, maximum: PROTOCOL_VERSION });
/** An id in a message: 1-64 characters. */
export const id = Type.String({ minLength: 1, maxLength: 64 });
/** 64 lower-case hex digits. */
export const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
/** Hash of what a node's engine draws; equal fingerprints give equal bytes. At least 12 characters. */
export const fingerprint = Type.String({ minLength: 12, maxLength: 64, pattern: '^[A-Za-z0-9]+$' });
/** Key of an object in the object store: no leading slash. */
export const objectKey = Type.String({ minLength: 1, maxLength: 256, pattern: '^[^/]' });
/** Whole number, 0 or more, that a column of the ledger holds. */
export const count = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
/** Size of a file or of a memory, bytes. */
export const sizeBytes = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** Milliseconds or another measured quantity, 0 or more. */
export const measure = Type.Number({ minimum: 0 });

/** Fields of every job that belongs to a render. `epoch` is the one of the leader that dispatched it. */
export const renderJobFields = {
  v: version,
  renderId: id,
  accountId: id,
  taskId: id,
  attempt: Type.Integer({ minimum: 1 }),
  epoch: count,
} as const;

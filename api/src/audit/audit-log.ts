import { userInfo } from 'node:os';
import type { Prisma } from '@framemill/infra';
import type { Caller } from '../auth/caller.ts';
import { newId } from '../ids.ts';

/** Action that the audit log records. `erased` replaces the actions of an account that was erased. */
export type AuditAction =
  | 'render.delete'
  | 'embed.create'
  | 'embed.delete'
  | 'review.create'
  | 'review.delete'
  | 'account.export'
  | 'account.erase'
  | 'erased';

/** Entry of the audit log. */
export interface AuditEntry {
  /** Kind of the actor and, after a colon, its id: see `callerActor` and `operatorActor`. */
  readonly actor: string;
  readonly action: AuditAction;
  readonly accountId: string | null;
  /** Id of the record that the action changed. */
  readonly subject: string;
}

/** Writes an entry of the audit log, in the transaction of the action that it records. */
export async function recordAudit(tx: Prisma.TransactionClient, entry: AuditEntry): Promise<void> {
  await tx.auditEntry.create({ data: { id: newId('aud'), ...entry } });
}

/** Returns the actor of a request: the type of its credential, and the id of the embed session, key, app or account. */
export function callerActor({ accountId, credential, embed }: Caller): string {
  const { type, keyId, appId } = credential;
  return `${type}:${embed?.sessionId ?? keyId ?? appId ?? accountId}`;
}

/** Returns the actor of an admin command: the name of the operating system's user. */
export function operatorActor(): string {
  return `operator:${userInfo().username}`;
}

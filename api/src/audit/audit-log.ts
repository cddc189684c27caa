import { userInfo } from 'node:os';
import type { Database, Prisma } from '@framemill/infra';
import { Compile, type Static, Type } from '@framemill/timeline/typebox';
import type { Caller } from '../auth/caller.ts';
import { afterCursor, newestFirst } from '../http/paging.ts';
import { newId } from '../ids.ts';

/** Actions that the audit log records. `erased` replaces the actions of an account that was erased. */
export const auditActions = [
  'account.create',
  'account.plan',
  'account.limits',
  'account.credits',
  'account.password',
  'account.role',
  'account.suspend',
  'account.ban',
  'account.resume',
  'account.export',
  'account.erase',
  'render.delete',
  'embed.create',
  'embed.delete',
  'review.create',
  'review.delete',
  'erased',
] as const;
/** Action that the audit log records. */
export type AuditAction = (typeof auditActions)[number];

const nullableText = (description: string) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], description }));

/** Schema of the values of an action. Each action has only the fields that belong to it. */
export const AuditDetailSchema = Type.Object({
  plan: Type.Optional(Type.String({ description: 'Plan after the action.' })),
  before: Type.Optional(Type.String({ description: 'Plan before the action.' })),
  role: Type.Optional(Type.String()),
  credits: Type.Optional(Type.Integer({ description: 'Credits that were added.' })),
  limits: Type.Optional(
    Type.Record(Type.String(), Type.Unsafe<number | null>({ type: ['integer', 'null'] }), {
      description: 'Limits of its own that the account has after the action, by name; null: unlimited.',
    }),
  ),
  until: nullableText('End of the suspension, ISO 8601; null: until it is lifted.'),
  reason: nullableText('null: none was given.'),
});
/** Values of an action. */
export type AuditDetail = Static<typeof AuditDetailSchema>;
const Detail = Compile(AuditDetailSchema);

/** Entry of the audit log. */
export interface AuditEntry {
  /** Kind of the actor and, after a colon, its id: see `callerActor` and `operatorActor`. */
  readonly actor: string;
  readonly action: AuditAction;
  readonly accountId: string | null;
  /** Id of the record that the action changed. */
  readonly subject: string;
  readonly detail?: AuditDetail;
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

/**
 * Returns the actor of an operator: the account that is signed in to the Studio, or for an admin command the name of
 * the operating system's user.
 */
export function operatorActor(accountId: string = userInfo().username): string {
  return `operator:${accountId}`;
}

/** Entries of the audit log to read. */
export interface AuditQuery {
  /** Accounts whose entries are read; absent: all entries. */
  readonly accountIds?: string[] | undefined;
  readonly action?: AuditAction | undefined;
  /** Cursor of the page before; absent: the newest entries. */
  readonly cursor?: string | undefined;
  /** Maximum number of entries. */
  readonly take: number;
}

/** Reads entries of the audit log, newest first. Throws `invalid_request` for an invalid cursor. */
export async function readAudit({ client }: Database, { accountIds, action, cursor, take }: AuditQuery) {
  const where = {
    ...(accountIds === undefined ? {} : { accountId: { in: accountIds } }),
    ...(action === undefined ? {} : { action }),
    ...afterCursor(cursor, 'aud'),
  };
  const rows = await client.auditEntry.findMany({ where, orderBy: newestFirst, take });
  return rows.map((row) => ({ ...row, detail: Detail.Check(row.detail) ? row.detail : null }));
}

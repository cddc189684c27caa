import type { Database } from '@framemill/infra';
import { Type } from '@framemill/timeline/typebox';
import { AuditDetailSchema, auditActions, readAudit } from '../../audit/audit-log.ts';
import { DEFAULT_PAGE_SIZE, PagingQuery, pageOf } from '../../http/paging.ts';
import { defineRoute } from '../../routing/define-route.ts';
import { searchAccounts } from '../search-accounts.ts';

const nullableText = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

/** Maximum number of accounts whose entries one search shows. */
const mostAccounts = 20;

/** Route `GET /api/studio/operators/audit`: lists entries of the audit log, newest first. Admins only. */
export const operatorAudit = defineRoute({
  name: 'operator-audit',
  method: 'GET',
  path: '/api/studio/operators/audit',
  access: 'admin',
  summary: 'Who changed or deleted what, and when; newest first',
  query: Type.Object({
    ...PagingQuery,
    account: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Part of the address or name of accounts, or the beginning of an id. The newest 20 matches count.',
      }),
    ),
    action: Type.Optional(Type.Enum([...auditActions])),
  }),
  status: 200,
  answer: Type.Object({
    entries: Type.Array(
      Type.Object({
        id: Type.String(),
        createdAt: Type.String({ format: 'date-time' }),
        action: Type.String(),
        actor: Type.Object({
          kind: Type.String({ description: '`operator`, `session`, `api_key`, `oauth` or `embed`.' }),
          id: nullableText('Account, user of the operating system, key, app or session; null: it was erased.'),
          email: nullableText('Address of the account; null: it is none, or no longer exists.'),
        }),
        account: Type.Union(
          [Type.Object({ id: Type.String(), email: nullableText('null: it no longer exists.') }), Type.Null()],
          { description: 'Account that was changed; null: it was erased.' },
        ),
        subject: nullableText('Id of what was changed; null: it was erased.'),
        detail: Type.Union([AuditDetailSchema, Type.Null()]),
      }),
    ),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: ['not_found'],
  examples: [{ title: 'The first page' }, { title: 'Suspensions', query: { action: 'account.suspend' } }],
  async handle({ query }, { database }) {
    const { limit = DEFAULT_PAGE_SIZE, cursor, action } = query;
    const text = query.account?.replaceAll('\0', '').trim() ?? '';
    const accountIds = text === '' ? undefined : await searchAccounts(database, { text, limit: mostAccounts });
    const rows = await readAudit(database, { accountIds, action, cursor, take: limit + 1 });
    const { page, nextCursor } = pageOf(rows, limit);
    const actors = page.map(({ actor }) => actorOf(actor));
    const ids = [...actors.map(({ id }) => id), ...page.map(({ accountId }) => accountId)];
    const emails = await emailsOf(database, ids);
    return {
      entries: page.map(({ id, createdAt, action: name, actor, accountId, subject, detail }) => {
        const { kind, id: actorId } = actorOf(actor);
        return {
          ...{ id, createdAt: createdAt.toISOString(), action: name, subject, detail },
          actor: { kind, id: actorId, email: emails.get(actorId) ?? null },
          account: accountId === null ? null : { id: accountId, email: emails.get(accountId) ?? null },
        };
      }),
      nextCursor,
    };
  },
});

/** Splits an actor into its kind and its id, which an erasure may have removed. */
function actorOf(actor: string): { kind: string; id: string | null } {
  const at = actor.indexOf(':');
  return at < 0 ? { kind: actor, id: null } : { kind: actor.slice(0, at), id: actor.slice(at + 1) };
}

async function emailsOf({ client }: Database, ids: (string | null)[]): Promise<Map<string | null, string>> {
  const accounts = ids.flatMap((id) => (id?.startsWith('acc_') ? [id] : []));
  const where = { id: { in: [...new Set(accounts)] } };
  const rows = await client.account.findMany({ where, select: { id: true, email: true } });
  return new Map(rows.map(({ id, email }) => [id, email]));
}

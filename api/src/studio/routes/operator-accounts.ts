import { readTotalsOfAll } from '@framemill/infra';
import { limitFields, ownLimits, type Plan, type Plans } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import { accountNotFound, isRestricted } from '../../account/account-facts.ts';
import { normalEmail } from '../../account/credentials.ts';
import { operatorActor } from '../../audit/audit-log.ts';
import type { ConsoleServices } from '../../deps.ts';
import { eraseAccount } from '../../erasure/erase-account.ts';
import { afterCursor, DEFAULT_PAGE_SIZE, markOf, newestFirst, PagingQuery, pageOf } from '../../http/paging.ts';
import { changeAccount, ownLimitsOf } from '../../operators/change-account.ts';
import { openAccount, planGaps } from '../../operators/open-account.ts';
import { endOfSuspension, resumeAccount, suspendAccount } from '../../operators/restrict-account.ts';
import { IdParams, NameSchema } from '../../projects/fields.ts';
import { defineRoute } from '../../routing/define-route.ts';
import { searchAccounts } from '../search-accounts.ts';

const nullableText = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

/** Account as operators see it. */
const AccountSchema = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  plan: Type.String(),
  role: Type.String(),
  status: Type.String({ description: '`active`, `suspended` or `banned`. A suspension that has ended is `active`.' }),
  restrictedUntil: nullableText('End of the suspension; null: until it is lifted.'),
  restrictionReason: nullableText('Shown to the account.'),
  ownLimits: Type.Record(Type.String(), Type.Unsafe<number | null>({ type: ['integer', 'null'] }), {
    description: "Limits that it has in place of the plan's, by name; null: unlimited.",
  }),
  projects: Type.Integer(),
  renders: Type.Integer(),
  createdAt: Type.String({ format: 'date-time' }),
});

/** Schema of the limits that an account has in place of those of its plan. */
const LimitsSchema = Type.Object(
  Object.fromEntries(
    Object.entries(limitFields).map(([name, { least, most, orNull, meaning }]) => {
      const range = { minimum: least, maximum: most, description: meaning };
      const type = orNull ? ['integer', 'null'] : 'integer';
      return [name, Type.Optional(Type.Unsafe<number | null>({ type, ...range }))];
    }),
  ),
  { description: "Replaces all limits of its own; one that is absent is the plan's. null: unlimited." },
);

type AccountRow = NonNullable<Awaited<ReturnType<ConsoleServices['database']['client']['account']['findUnique']>>>;

/** Returns the records of accounts, in the order of their rows. */
async function accountRecords(
  { database: { client } }: Pick<ConsoleServices, 'database'>,
  rows: AccountRow[],
): Promise<Static<typeof AccountSchema>[]> {
  const ids = rows.map(({ id }) => id);
  const totals = await readTotalsOfAll(client, ids, ['projects', 'renders']);
  return rows.map((row) => {
    const { id, email, name, plan, role, createdAt } = row;
    const restricted = isRestricted(row);
    return {
      ...{ id, email, name, plan, role, status: restricted ? row.status : 'active', ownLimits: ownLimitsOf(row) },
      restrictedUntil: restricted ? (row.restrictedUntil?.toISOString() ?? null) : null,
      restrictionReason: restricted ? row.restrictionReason : null,
      ...{ projects: totals(id).projects.count, renders: totals(id).renders.count },
      createdAt: createdAt.toISOString(),
    };
  });
}

/** Returns the record of an account. Throws `not_found`. */
async function accountRecord(deps: Pick<ConsoleServices, 'database'>, id: string) {
  const row = await deps.database.client.account.findUnique({ where: { id } });
  const [record] = row === null ? [] : await accountRecords(deps, [row]);
  if (record === undefined) throw accountNotFound(id);
  return record;
}

/** Route `GET /api/studio/operators/accounts`: lists and searches accounts, newest first. Admins only. */
export const operatorAccounts = defineRoute({
  name: 'operator-accounts',
  method: 'GET',
  path: '/api/studio/operators/accounts',
  access: 'admin',
  summary: 'Accounts, newest first',
  query: Type.Object({
    ...PagingQuery,
    search: Type.Optional(
      Type.String({ maxLength: 100, description: 'Part of the address or name, or the beginning of the id.' }),
    ),
  }),
  status: 200,
  answer: Type.Object({
    accounts: Type.Array(AccountSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: ['not_found'],
  examples: [{ title: 'The first page' }],
  async handle({ query }, deps) {
    const { database } = deps;
    const { limit = DEFAULT_PAGE_SIZE, cursor } = query;
    const text = query.search?.replaceAll('\0', '') ?? '';
    const after = cursor === undefined ? undefined : markOf(cursor, 'acc');
    const where =
      text === ''
        ? afterCursor(cursor, 'acc')
        : { id: { in: await searchAccounts(database, { text, after, limit: limit + 1 }) } };
    const rows = await database.client.account.findMany({ where, orderBy: newestFirst, take: limit + 1 });
    const { page, nextCursor } = pageOf(rows, limit);
    return { accounts: await accountRecords(deps, page), nextCursor };
  },
});

/** Route `POST /api/studio/operators/accounts`: creates an account with a password and a first key. Admins only. */
export const operatorCreateAccount = defineRoute({
  name: 'operator-create-account',
  method: 'POST',
  path: '/api/studio/operators/accounts',
  access: 'admin',
  summary:
    'Create an account, named like its address when `name` is absent; its password and its first key are in this ' +
    'answer and nowhere else',
  body: Type.Object({
    email: Type.String({ maxLength: 255 }),
    name: Type.Optional(NameSchema),
    plan: Type.String({ maxLength: 32 }),
  }),
  status: 201,
  answer: Type.Object({
    account: AccountSchema,
    password: Type.String(),
    key: Type.String({ description: 'Live key, or a test key on a plan without live keys.' }),
    gaps: Type.Array(Type.String(), { description: 'What the plan lacks, in words.' }),
  }),
  errors: ['not_found'],
  examples: [{ title: 'An account', body: { email: 'ann@example.org', name: 'Ann', plan: 'studio' } }],
  async handle({ body, session }, deps) {
    const email = normalEmail(body.email, 'body.email');
    const plan = planOf(deps.plans, body.plan);
    const { id, password, keys } = await openAccount(
      deps,
      { ...{ email, name: body.name ?? email, plan, role: 'user', password: null, environments: null } },
      operatorActor(session.accountId),
    );
    const account = await accountRecord(deps, id);
    return { account, password: password ?? '', key: keys[0]?.key ?? '', gaps: planGaps(plan) };
  },
});

function planOf({ list }: Plans, id: string): Plan {
  const plan = list.find((one) => one.id === id);
  if (plan) return plan;
  const message = `body.plan must be one of ${list.map((one) => one.id).join(', ')} (got ${JSON.stringify(id)}).`;
  throw new FramemillError('invalid_request', message, { field: 'body.plan' });
}

/** Route `PATCH /api/studio/operators/accounts/{id}`: changes the plan and the limits of an account. Admins only. */
export const operatorChangeAccount = defineRoute({
  name: 'operator-change-account',
  method: 'PATCH',
  path: '/api/studio/operators/accounts/:id',
  access: 'admin',
  summary: 'Change the plan of an account, or the limits that it has in place of those of the plan, within 5 s',
  params: IdParams,
  body: Type.Object({
    plan: Type.Optional(Type.String({ maxLength: 32 })),
    limits: Type.Optional(LimitsSchema),
  }),
  status: 200,
  answer: Type.Object({ account: AccountSchema }),
  errors: ['not_found'],
  examples: [{ title: 'A plan, and one limit of its own', body: { plan: 'team', limits: { concurrentRenders: 50 } } }],
  async handle({ params: { id }, body: { plan, limits }, session }, deps) {
    await changeAccount(
      deps,
      { id, actor: operatorActor(session.accountId) },
      {
        ...(plan === undefined ? {} : { plan: planOf(deps.plans, plan) }),
        ...(limits === undefined ? {} : { limits: () => ownLimits(limits) }),
      },
    );
    return { account: await accountRecord(deps, id) };
  },
});

/**
 * Throws `invalid_request` for the account of an operator, also one's own: neither a mistake nor a stolen session must
 * lock out the operators. The admin tool on the server can do it.
 */
async function refuseOperators({ database: { client } }: ConsoleServices, id: string): Promise<void> {
  const row = await client.account.findUnique({ where: { id }, select: { role: true } });
  if (row?.role !== 'admin') return;
  const message = 'This is the account of an operator. Use "npm run admin -- account" on the server.';
  throw new FramemillError('invalid_request', message, { field: 'path.id' });
}

/** Route `POST /api/studio/operators/accounts/{id}/suspend`: suspends an account. Admins only. */
export const operatorSuspendAccount = defineRoute({
  name: 'operator-suspend-account',
  method: 'POST',
  path: '/api/studio/operators/accounts/:id/suspend',
  access: 'admin',
  summary:
    'Refuse the keys, tokens and sessions of an account and the tokens of its apps, within 5 s; renders and batches ' +
    'that have begun are finished',
  params: IdParams,
  body: Type.Object({
    until: Type.Optional(Type.String({ maxLength: 40, description: 'Date and time; absent: until it is lifted.' })),
    reason: Type.Optional(Type.String({ maxLength: 500, description: 'Shown to the account.' })),
  }),
  status: 200,
  answer: Type.Object({ account: AccountSchema }),
  errors: ['not_found'],
  examples: [{ title: 'Until it is lifted', body: { reason: 'unpaid' } }],
  async handle({ params: { id }, body, session }, deps) {
    await refuseOperators(deps, id);
    const until = endOfSuspension(body.until, 'body.until');
    const actor = operatorActor(session.accountId);
    await suspendAccount(deps.database, { id, actor }, { until, reason: body.reason ?? null });
    return { account: await accountRecord(deps, id) };
  },
});

/** Route `POST /api/studio/operators/accounts/{id}/resume`: ends a suspension or ban. Admins only. */
export const operatorResumeAccount = defineRoute({
  name: 'operator-resume-account',
  method: 'POST',
  path: '/api/studio/operators/accounts/:id/resume',
  access: 'admin',
  summary: 'End the suspension or ban of an account; what a ban revoked stays revoked',
  params: IdParams,
  status: 200,
  answer: Type.Object({ account: AccountSchema }),
  errors: ['not_found'],
  examples: [{ title: 'Resume' }],
  async handle({ params: { id }, session }, deps) {
    await resumeAccount(deps.database, { id, actor: operatorActor(session.accountId) });
    return { account: await accountRecord(deps, id) };
  },
});

/** Route `POST /api/studio/operators/accounts/{id}/erase`: erases an account with all its data. Admins only. */
export const operatorEraseAccount = defineRoute({
  name: 'operator-erase-account',
  method: 'POST',
  path: '/api/studio/operators/accounts/:id/erase',
  access: 'admin',
  waits: () => true,
  summary:
    'Cancel the open renders of an account and erase everything that it stores, for good; call it again after an ' +
    'interruption. It answers when nothing is left, after at least 5 s',
  params: IdParams,
  body: Type.Object({
    name: Type.String({ maxLength: 255, description: 'Name of the account, as a confirmation.' }),
  }),
  status: 200,
  answer: Type.Object({
    id: Type.String(),
    rows: Type.Integer({ description: 'Rows of the database that were removed.' }),
    objects: Type.Integer({ description: 'Files that were removed.' }),
    bytes: Type.Number({ description: 'Of these files.' }),
  }),
  errors: ['not_found'],
  examples: [{ title: 'Erase', body: { name: 'Ann' } }],
  async handle({ params: { id }, body: { name }, session }, deps) {
    await refuseOperators(deps, id);
    const row = await deps.database.client.account.findUnique({ where: { id }, select: { name: true } });
    if (row === null) throw accountNotFound(id);
    if (row.name !== name) {
      const message =
        `body.name must be the name of the account, ${JSON.stringify(row.name)} (got ${JSON.stringify(name)}). ` +
        'Nothing was erased.';
      throw new FramemillError('invalid_request', message, { field: 'body.name' });
    }
    const actor = operatorActor(session.accountId);
    const { rows, objects, bytes } = await eraseAccount(deps, id, { cancel: true, actor });
    const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
    return { id, rows: count, objects, bytes };
  },
});

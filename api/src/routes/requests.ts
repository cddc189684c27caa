import { FramemillError } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import type { RouteServices } from '../deps.ts';
import { DEFAULT_PAGE_SIZE, PagingQuery } from '../http/paging.ts';
import type { LoggedRequest } from '../request-log/logged-request.ts';
import { MOST_REQUESTS, readRequestLog } from '../request-log/request-log.ts';
import { defineRoute } from '../routing/define-route.ts';

const nullableText = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

/** Schema of a request in the request log. */
const LoggedRequestSchema = Type.Object(
  {
    id: Type.String({ description: 'As in the header `X-Request-Id` of its answer.' }),
    time: Type.String({ format: 'date-time', description: 'When it was answered.' }),
    method: Type.String(),
    path: Type.String({
      description:
        'Path and query. `…` is in the place of secrets, and of the values of parameters that the route does not have.',
    }),
    status: Type.Integer(),
    durationMs: Type.Integer(),
    keyId: nullableText('The API key; null for OAuth tokens.'),
    key: nullableText(
      'Environment and last characters of the key, such as `key_live_…3f9a`; null for OAuth tokens, and for keys that ' +
        'no longer exist.',
    ),
    appId: nullableText('The app of the key or token; null: it has none.'),
    app: nullableText('The name of the app; null when it has none, and when the app no longer exists.'),
    error: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()], {
      description: 'The error of the answer, without secrets; null: it has none.',
    }),
  },
  { title: 'LoggedRequest' },
);

type LoggedRequestRecord = Static<typeof LoggedRequestSchema>;

/** Route that lists the newest requests of the account: GET /v1/requests. */
export const listRequests = defineRoute({
  name: 'list-requests',
  method: 'GET',
  path: '/requests',
  access: 'account.read',
  summary: 'Request log',
  description:
    `The newest ${MOST_REQUESTS} requests that were sent with keys and tokens of the account, newest first, kept for ` +
    '7 days after the last one. Bodies, headers and keys are not kept. A request appears about a second after its ' +
    'answer. Some may be missing after a fault of the service. An OAuth token sees the requests of its own app only.',
  query: Type.Object({
    status: Type.Optional(
      Type.String({
        ...{ pattern: '^[1-5](?:xx|\\d\\d)$', description: 'A status such as `429`, or a group such as `4xx`.' },
      }),
    ),
    q: Type.Optional(
      Type.String({
        ...{ minLength: 1, maxLength: 200 },
        description: 'Text in the method, address, id, key, app or error; upper and lower case are the same.',
      }),
    ),
    ...PagingQuery,
  }),
  status: 200,
  answer: Type.Object({ requests: Type.Array(LoggedRequestSchema), nextCursor: nullableText('null: no more follow.') }),
  errors: [],
  examples: [
    { title: 'The newest', query: { limit: 10 } },
    { title: 'What was refused', query: { status: '4xx' } },
  ],
  async handle({ query, caller }, deps) {
    const { limit = DEFAULT_PAGE_SIZE, status, q, cursor } = query;
    const all = await newestRequests(deps, caller.accountId);
    // A token is in the hands of somebody else's app.
    const { type, appId } = caller.credential;
    const logged = type === 'oauth' ? all.filter((request) => request.appId === appId) : all;
    const records = await withNames(deps, caller.accountId, logged);
    const matching = records.filter((record) => hasStatus(record, status) && hasText(record, q));
    const first = cursor === undefined ? 0 : positionAfter(matching, requestOfCursor(cursor));
    const page = matching.slice(first, first + limit);
    const last = page.at(-1);
    const isMore = matching.length > first + limit;
    return { requests: page, nextCursor: isMore && last ? last.id : null };
  },
});

async function newestRequests({ redis, requestLog }: RouteServices, accountId: string): Promise<LoggedRequest[]> {
  // Requests that this process has not written yet are in the log as well.
  await requestLog.flush().catch(() => undefined);
  return readRequestLog(redis, accountId).catch((cause: unknown) => {
    throw new FramemillError('unavailable', 'The request log cannot be read now. Try again later.', {}, { cause });
  });
}

/** Adds the names of keys and apps to requests. */
async function withNames(
  { database: { client } }: RouteServices,
  accountId: string,
  requests: readonly LoggedRequest[],
): Promise<LoggedRequestRecord[]> {
  const keyIds = [...new Set(requests.flatMap(({ keyId }) => keyId ?? []))];
  const appIds = [...new Set(requests.flatMap(({ appId }) => appId ?? []))];
  const keys = await client.apiKey.findMany({
    where: { accountId, id: { in: keyIds } },
    select: { id: true, environment: true, last4: true },
  });
  const apps = await client.app.findMany({ where: { id: { in: appIds } }, select: { id: true, name: true } });
  const keyNames = new Map(keys.map(({ id, environment, last4 }) => [id, `key_${environment}_…${last4}`]));
  const appNames = new Map(apps.map(({ id, name }) => [id, name]));
  return requests.map(({ id, atMs, method, path, status, durationMs, keyId, appId, error }) => ({
    ...{ id, time: new Date(atMs).toISOString(), method, path, status, durationMs },
    ...{ keyId, key: keyNames.get(keyId ?? '') ?? null, appId, app: appNames.get(appId ?? '') ?? null, error },
  }));
}

function hasStatus({ status }: LoggedRequestRecord, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  return wanted.endsWith('xx') ? Math.floor(status / 100) === Number(wanted[0]) : status === Number(wanted);
}

function hasText(record: LoggedRequestRecord, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const { id, method, path, key, app, error } = record;
  const text = `${method} ${path}\n${id}\n${key}\n${app}\n${error?.code}\n${error?.message}`;
  return text.toLowerCase().includes(wanted.toLowerCase());
}

const CURSOR = /^req_[0-9a-f]{24}$/;

/** Returns the id of the last request of the page before. Throws `invalid_request` for a cursor of another list. */
function requestOfCursor(cursor: string): string {
  if (CURSOR.test(cursor)) return cursor;
  const message = 'query.cursor is not a cursor of this list. Send nextCursor of the previous page unchanged.';
  throw new FramemillError('invalid_request', message, { field: 'query.cursor' });
}

/** Position in the list after the request `id`; its end when newer requests have displaced that one from the log. */
function positionAfter(records: readonly LoggedRequestRecord[], id: string): number {
  const position = records.findIndex((record) => record.id === id);
  return position < 0 ? records.length : position + 1;
}

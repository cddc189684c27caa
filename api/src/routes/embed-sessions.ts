import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { callerActor, recordAudit } from '../audit/audit-log.ts';
import { requireScope } from '../auth/authenticate.ts';
import { EMBED_PERMISSIONS, permissionsOf, scopesOf } from '../auth/embed-permissions.ts';
import { checkOrigins, EMBED_SEC, OriginsSchema, ThemeSchema } from '../embed/embed-fields.ts';
import { EmbedSessionSchema, embedColumns, embedRecord, insertEmbedSession } from '../embed/embed-sessions.ts';
import { DeletedSchema } from '../http/not-found.ts';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../http/paging.ts';
import { isIdLike } from '../ids.ts';
import { lockAccountRow } from '../lock-account-row.ts';
import { IdParams } from '../projects/fields.ts';
import { findProject } from '../projects/project-store.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Maximum number of sessions of one account that have not ended. */
const MOST_SESSIONS = 10_000;

/** Route that creates a session of the editor for another product: POST /v1/embed-sessions. */
export const createEmbedSession = defineRoute({
  name: 'create-embed-session',
  method: 'POST',
  path: '/embed-sessions',
  access: 'projects.write',
  summary: 'Create an embed session',
  description:
    'Creates an address at which the element `<framemill-editor>` shows the editor of one project on pages of the ' +
    'given origins. See /docs/embed. The session reaches only this project, its media, its renders and what it ' +
    'uploads, and only as `permissions` say. It ends at `expiresAt`, with the key, with the project, while the ' +
    'account is suspended, or by DELETE. The key needs the scopes of the permissions: `projects.read`, `media.read` ' +
    'and `render.read`; `projects.write` for `edit`; `render.write` for `render`; `media.write` for `upload`.',
  body: Type.Object({
    projectId: Type.String(),
    permissions: Type.Optional(
      Type.Array(Type.Enum([...EMBED_PERMISSIONS]), {
        minItems: 1,
        maxItems: EMBED_PERMISSIONS.length,
        description:
          '`view` (default, always included): look at the project. `edit`: change it. `render`: start, watch and ' +
          'cancel renders, at the cost of the account. `upload`: add media to the storage of the account.',
      }),
    ),
    origins: OriginsSchema,
    expiresInSec: Type.Optional(
      Type.Integer({
        minimum: EMBED_SEC.least,
        maximum: EMBED_SEC.most,
        description: `Lifetime in seconds, up to a day. Default ${EMBED_SEC.usual}.`,
      }),
    ),
    theme: Type.Optional(ThemeSchema),
    endUser: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '^[^\\u0000-\\u001f\\u007f]+$',
        description: 'Name of the person, as the history of the project shows it.',
      }),
    ),
  }),
  status: 201,
  answer: Type.Object({
    session: EmbedSessionSchema,
    url: Type.String({
      description: 'For the attribute `src` of the editor. It contains the token of the session; no other answer does.',
    }),
    scriptUrl: Type.String({ description: 'Address of the module that defines the editor.' }),
  }),
  errors: ['not_found', 'quota_exceeded'],
  examples: [
    { title: 'To look at', body: { projectId: '{projectId}', origins: ['https://app.example.org'] } },
    {
      title: 'To edit and render, for a person, in own colours',
      body: {
        ...{ projectId: '{projectId}', permissions: ['edit', 'render', 'upload'], endUser: 'Ada' },
        ...{ origins: ['https://app.example.org', 'http://localhost:3000'], expiresInSec: 28_800 },
        theme: { mode: 'light', accent: '#3355ff', onAccent: '#ffffff' },
      },
    },
  ],
  async handle({ body, caller }, deps) {
    const { accountId, credential } = caller;
    const { projectId, origins, expiresInSec = EMBED_SEC.usual, theme = {}, endUser = null } = body;
    const { keyId } = credential;
    if (credential.type !== 'api_key' || keyId === null) {
      const message = 'Embed sessions are created with an API key, because they end when it is revoked. Use a key.';
      throw new FramemillError('insufficient_scope', message, { granted: credential.scopes });
    }
    checkOrigins(origins);
    const permissions = permissionsOf(body.permissions ?? []);
    for (const scope of scopesOf(permissions)) requireScope(caller, scope);
    await findProject(deps, accountId, projectId);
    const expiresAt = new Date(Date.now() + expiresInSec * 1_000);
    const session = { accountId, keyId, projectId, permissions, origins, theme, endUser, expiresAt };
    const { row, token } = await deps.database.client.$transaction(async (tx) => {
      // Two concurrent requests must not both use the last free place.
      await lockAccountRow(tx, accountId);
      const used = await tx.embedSession.count({ where: { accountId, expiresAt: { gt: new Date() } } });
      if (used >= MOST_SESSIONS) {
        const message = `This account has ${used} embed sessions, the maximum. Delete some, or let them expire sooner.`;
        throw new FramemillError('quota_exceeded', message, { what: 'embedSessions', used, limit: MOST_SESSIONS });
      }
      const inserted = await insertEmbedSession(tx, session);
      const subject = inserted.row.id;
      await recordAudit(tx, { actor: callerActor(caller), action: 'embed.create', accountId, subject });
      return inserted;
    });
    return {
      session: embedRecord(row),
      // The fragment is not sent to servers, so that no log has the token.
      url: `${deps.apiHost}/embed/${row.id}#${token}`,
      scriptUrl: `${deps.apiHost}/vendor/framemill-editor.js`,
    };
  },
});

/** Route that lists the embed sessions that have not ended: GET /v1/embed-sessions. */
export const listEmbedSessions = defineRoute({
  name: 'list-embed-sessions',
  method: 'GET',
  path: '/embed-sessions',
  access: 'projects.read',
  summary: 'List embed sessions',
  description: 'Lists the embed sessions of the account that have not expired, newest first, without their tokens.',
  query: Type.Object({ ...PagingQuery, projectId: Type.Optional(Type.String({ maxLength: 64 })) }),
  status: 200,
  answer: Type.Object({
    sessions: Type.Array(EmbedSessionSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: [],
  examples: [{ title: 'The first page' }, { title: 'Of a project', query: { projectId: '{projectId}' } }],
  async handle({ query, caller }, { database }) {
    const { cursor, projectId, limit = DEFAULT_PAGE_SIZE } = query;
    const expiresAt = { gt: new Date() };
    const rows = await database.client.embedSession.findMany({
      // A field that is undefined does not restrict the list.
      where: { accountId: caller.accountId, projectId, expiresAt, ...afterCursor(cursor, 'emb') },
      orderBy: newestFirst,
      take: limit + 1,
      select: embedColumns,
    });
    const { page, nextCursor } = pageOf(rows, limit);
    return { sessions: page.map(embedRecord), nextCursor };
  },
});

/** Route that ends an embed session: DELETE /v1/embed-sessions/{id}. */
export const deleteEmbedSession = defineRoute({
  name: 'delete-embed-session',
  method: 'DELETE',
  path: '/embed-sessions/:id',
  access: 'projects.write',
  summary: 'End an embed session',
  description:
    'Ends an embed session at once: its editor can read and save nothing more. Signed addresses of media that it has ' +
    'requested open their files for up to an hour longer.',
  params: IdParams,
  status: 200,
  answer: DeletedSchema,
  errors: ['not_found'],
  examples: [{ title: 'End' }],
  async handle({ params: { id }, caller }, { database: { client } }) {
    const { accountId } = caller;
    await client.$transaction(async (tx) => {
      const { count } = isIdLike(id) ? await tx.embedSession.deleteMany({ where: { id, accountId } }) : { count: 0 };
      if (count === 0) throw new FramemillError('not_found', 'There is no such embed session. Check its id.');
      await recordAudit(tx, { actor: callerActor(caller), action: 'embed.delete', accountId, subject: id });
    });
    return { id, deleted: true as const };
  },
});

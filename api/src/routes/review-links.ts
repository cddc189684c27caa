import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { callerActor, recordAudit } from '../audit/audit-log.ts';
import { requireScope } from '../auth/authenticate.ts';
import { DeletedSchema } from '../http/not-found.ts';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../http/paging.ts';
import { isIdLike } from '../ids.ts';
import { lockAccountRow } from '../lock-account-row.ts';
import { IdParams } from '../projects/fields.ts';
import { findProject } from '../projects/project-store.ts';
import {
  insertReviewLink,
  linkColumns,
  linkRecord,
  personName,
  REVIEW_SEC,
  ReviewLinkSchema,
} from '../review/review-links.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Scopes of what the page of a link shows: no link may show more than the key that creates it. */
const SHOWN_SCOPES = ['projects.read', 'media.read', 'render.read'] as const;

/** Maximum number of links of one project that have not expired. */
const MOST_LINKS = 100;

/** Route that creates a review link of a project: POST /v1/projects/{id}/review-links. */
export const createReviewLink = defineRoute({
  name: 'create-review-link',
  method: 'POST',
  path: '/projects/:id/review-links',
  access: 'projects.write',
  summary: 'Create a review link',
  description:
    'Creates an address at which anyone who has it can watch the project without an account, and comment on it unless ' +
    '`mayComment` is false. The page plays the newest finished MP4 or WebM of the project. Until there is one, the ' +
    'player shows the project, which lets the viewer read its document and its media. Guests see all comments of the ' +
    'project, and the account as `Owner`. The link ends at `expiresAt`, with the project, while the account is ' +
    'suspended, or by DELETE; it outlives the key that creates it. The key also needs the scopes of what the page ' +
    'shows: `projects.read`, `media.read` and `render.read`.',
  params: IdParams,
  body: Type.Object({
    mayComment: Type.Optional(
      Type.Boolean({ description: 'Whether guests read and write comments. Default true; false: they watch only.' }),
    ),
    expiresInSec: Type.Optional(
      Type.Integer({
        minimum: REVIEW_SEC.least,
        maximum: REVIEW_SEC.most,
        description: `Lifetime in seconds, up to 90 days. Default ${REVIEW_SEC.usual}, which is 14 days.`,
      }),
    ),
    recipient: Type.Optional(
      personName('Name of the person who gets the link. The page suggests it as the name of comments.'),
    ),
  }),
  status: 201,
  answer: Type.Object({
    link: ReviewLinkSchema,
    url: Type.String({
      description: 'Address of the page. It contains the token of the link; no other answer does.',
    }),
  }),
  errors: ['not_found', 'quota_exceeded'],
  examples: [
    { title: 'To watch and comment', body: {} },
    { title: 'To watch, for a day', body: { mayComment: false, expiresInSec: 86_400, recipient: 'Ada' } },
  ],
  async handle({ params: { id: projectId }, body, caller }, deps) {
    const { accountId } = caller;
    for (const scope of SHOWN_SCOPES) requireScope(caller, scope);
    const { mayComment = true, expiresInSec = REVIEW_SEC.usual, recipient = null } = body;
    await findProject(deps, accountId, projectId);
    const expiresAt = new Date(Date.now() + expiresInSec * 1_000);
    deps.beginSaving();
    const { row, token } = await deps.database.client.$transaction(async (tx) => {
      // Two concurrent requests must not both use the last free place.
      await lockAccountRow(tx, accountId);
      const used = await tx.reviewLink.count({ where: { projectId, expiresAt: { gt: new Date() } } });
      if (used >= MOST_LINKS) {
        const message = `This project has ${used} review links, the maximum. Delete some, or let them expire sooner.`;
        throw new FramemillError('quota_exceeded', message, { what: 'reviewLinks', used, limit: MOST_LINKS });
      }
      const inserted = await insertReviewLink(tx, { projectId, mayComment, recipient, expiresAt });
      const subject = inserted.row.id;
      await recordAudit(tx, { actor: callerActor(caller), action: 'review.create', accountId, subject });
      return inserted;
    });
    // The fragment is not sent to servers, so that no log has the token.
    return { link: linkRecord(row), url: `${deps.apiHost}/review#${token}` };
  },
});

/** Route that lists the review links of a project: GET /v1/projects/{id}/review-links. */
export const listReviewLinks = defineRoute({
  name: 'list-review-links',
  method: 'GET',
  path: '/projects/:id/review-links',
  access: 'projects.read',
  summary: 'List review links',
  description: 'Lists the review links of a project that have not expired, newest first, without their tokens.',
  params: IdParams,
  query: Type.Object(PagingQuery),
  status: 200,
  answer: Type.Object({
    links: Type.Array(ReviewLinkSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: ['not_found'],
  examples: [{ title: 'The first page' }],
  async handle({ params: { id: projectId }, query, caller }, deps) {
    const { cursor, limit = DEFAULT_PAGE_SIZE } = query;
    await findProject(deps, caller.accountId, projectId);
    const rows = await deps.database.client.reviewLink.findMany({
      where: { projectId, expiresAt: { gt: new Date() }, ...afterCursor(cursor, 'rvl') },
      orderBy: newestFirst,
      take: limit + 1,
      select: linkColumns,
    });
    const { page, nextCursor } = pageOf(rows, limit);
    return { links: page.map(linkRecord), nextCursor };
  },
});

/** Route that ends a review link: DELETE /v1/projects/{id}/review-links/{linkId}. */
export const deleteReviewLink = defineRoute({
  name: 'delete-review-link',
  method: 'DELETE',
  path: '/projects/:id/review-links/:linkId',
  access: 'projects.write',
  summary: 'End a review link',
  description:
    'Ends a review link at once: its page can read and write nothing more. A video that is open goes on, for up to an ' +
    'hour if the player shows it; files of renders keep their public addresses. Comments stay.',
  params: Type.Object({ id: Type.String(), linkId: Type.String() }),
  status: 200,
  answer: DeletedSchema,
  errors: ['not_found'],
  examples: [{ title: 'End' }],
  async handle({ params: { id: projectId, linkId: id }, caller }, deps) {
    const { accountId } = caller;
    await findProject(deps, accountId, projectId);
    await deps.database.client.$transaction(async (tx) => {
      const { count } = isIdLike(id) ? await tx.reviewLink.deleteMany({ where: { id, projectId } }) : { count: 0 };
      if (count === 0) throw new FramemillError('not_found', 'There is no such review link. Check its id.');
      await recordAudit(tx, { actor: callerActor(caller), action: 'review.delete', accountId, subject: id });
    });
    return { id, deleted: true as const };
  },
});

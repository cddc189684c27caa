import { hash, randomBytes } from 'node:crypto';
import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import { isRestricted, restrictionFields } from '../account/account-facts.ts';
import type { ApiDeps } from '../deps.ts';
import { newId } from '../ids.ts';

/** Lifetime of a review link in seconds: default, and range. */
export const REVIEW_SEC = { usual: 14 * 86_400, least: 60, most: 90 * 86_400 };

/** Returns the schema of the name of a person outside the account. */
export const personName = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]+$', description });

/** Schema of a review link in answers. Its token is not part of it. */
export const ReviewLinkSchema = Type.Object(
  {
    id: Type.String(),
    projectId: Type.String(),
    mayComment: Type.Boolean(),
    recipient: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    createdAt: Type.String({ format: 'date-time' }),
    expiresAt: Type.String({ format: 'date-time' }),
  },
  { title: 'ReviewLink' },
);

/** Columns of a review link that its record needs. */
export const linkColumns = {
  ...{ id: true, projectId: true, mayComment: true, recipient: true, createdAt: true, expiresAt: true },
} as const;

type LinkRow = Prisma.ReviewLinkGetPayload<{ select: typeof linkColumns }>;

/** Builds the record of a review link. */
export function linkRecord({ createdAt, expiresAt, ...link }: LinkRow): Static<typeof ReviewLinkSchema> {
  return { ...link, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}

/** Form of a token: `rvt_` and 256 random bits. No other credential has this form. */
const BEARER = /^Bearer (rvt_[A-Za-z0-9_-]{43})$/;

/** Creates a review link. Returns its row and its token, of which only a hash is stored. */
export async function insertReviewLink(
  tx: Prisma.TransactionClient,
  link: Pick<LinkRow, 'projectId' | 'mayComment' | 'recipient' | 'expiresAt'>,
): Promise<{ row: LinkRow; token: string }> {
  const token = `rvt_${randomBytes(32).toString('base64url')}`;
  const data = { id: newId('rvl'), hash: hashOf(token), ...link };
  return { row: await tx.reviewLink.create({ data, select: linkColumns }), token };
}

function hashOf(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Review link that has not ended, with its project. */
export interface OpenReview {
  readonly link: LinkRow;
  readonly accountId: string;
  readonly project: { readonly name: string; readonly durationSec: number };
}

/**
 * Returns the review link of a token. Always queries the database, so that an end takes effect at once. Throws
 * `unauthorized` for an unknown or ended link, and `access_suspended` while its account is suspended.
 */
export async function findReviewLink(
  { database }: Pick<ApiDeps, 'database'>,
  authorization: string | undefined,
): Promise<OpenReview> {
  const [, token] = BEARER.exec(authorization ?? '') ?? [];
  const row =
    token === undefined
      ? null
      : await database.client.reviewLink.findFirst({
          where: { hash: hashOf(token), expiresAt: { gt: new Date() } },
          select: {
            ...linkColumns,
            project: {
              select: { name: true, durationSec: true, accountId: true, account: { select: restrictionFields } },
            },
          },
        });
  if (!row) {
    const message = 'This review link is unknown, or it has ended. Ask the person who sent it for a new one.';
    throw new FramemillError('unauthorized', message);
  }
  const { project: found, ...link } = row;
  const { accountId, account, name, durationSec } = found;
  // The reason is for the owner of the account only.
  if (isRestricted(account))
    throw new FramemillError('access_suspended', 'The account of this video is suspended. Ask its owner.');
  return { link, accountId, project: { name, durationSec } };
}

import type { Prisma } from '@framemill/infra';
import { type Static, Type, Value } from '@framemill/timeline/typebox';
import { AuthorSchema, authorNames, type NameReader } from '../projects/change-record.ts';

/** Maximum length of a comment, in characters. */
const LONGEST_TEXT = 4_000;

/** Latest time that a comment can have, in seconds: 100 hours. */
const LATEST_SEC = 360_000;

const PointSchema = Type.Object(
  {
    x: Type.Number({ minimum: 0, maximum: 1, description: 'Fraction of the width, from the left.' }),
    y: Type.Number({ minimum: 0, maximum: 1, description: 'Fraction of the height, from the top.' }),
  },
  { description: 'Place in the image.' },
);

/** Schema of the text of a comment. */
export const CommentTextSchema = Type.String({
  minLength: 1,
  maxLength: LONGEST_TEXT,
  pattern: '\\S',
  description: `Plain text of 1-${LONGEST_TEXT} characters, not only spaces.`,
});

/** Fields of a new comment that say what it is about. */
export const newCommentFields = {
  text: CommentTextSchema,
  timeSec: Type.Number({ minimum: 0, maximum: LATEST_SEC, description: 'Time in the project, in seconds.' }),
  endSec: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: LATEST_SEC,
      description: 'End of the range that the comment is about, later than `timeSec`. Absent: a single moment.',
    }),
  ),
  point: Type.Optional(PointSchema),
};

const recordFields = {
  id: Type.String(),
  projectId: Type.String(),
  parentId: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The comment that this one answers; null: it begins a thread.',
  }),
  timeSec: Type.Number({ description: 'Of an answer, the time of the comment that it answers.' }),
  endSec: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
  point: Type.Unsafe<Static<typeof PointSchema> | null>({
    ...{ type: ['object', 'null'], properties: PointSchema.properties, required: ['x', 'y'] },
  }),
  text: Type.String(),
  author: AuthorSchema,
  resolvedAt: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null: the thread is open.' }),
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time' }),
};

/** Schema of a comment. */
export const CommentSchema = Type.Object(recordFields, { title: 'Comment' });

/** Schema of a comment that begins a thread, with its answers. */
export const ThreadSchema = Type.Object(
  { ...recordFields, answers: Type.Array(CommentSchema, { description: 'Oldest first.' }) },
  { title: 'CommentThread' },
);

/** Row of a comment. */
export type CommentRow = Prisma.ProjectCommentGetPayload<object>;

const StoredAuthorSchema = Type.Object({
  via: Type.String(),
  appId: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  /** Name of a person outside the account. */
  endUser: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
});

/** Author of a comment as it is stored. */
export type CommentAuthor = Static<typeof StoredAuthorSchema>;

/** Builds the records of comments, in the same order. */
export async function commentRecords(
  client: Prisma.TransactionClient,
  reader: NameReader,
  rows: readonly CommentRow[],
): Promise<Static<typeof CommentSchema>[]> {
  const authored = rows.map((row) => ({ ...row, author: Value.Parse(StoredAuthorSchema, row.author) }));
  const nameOf = await authorNames(
    client,
    reader,
    authored.map(({ author }) => author),
  );
  return authored.map(({ id, projectId, parentId, timeSec, endSec, x, y, text, author, ...times }) => ({
    ...{ id, projectId, parentId, timeSec, endSec, text },
    point: x === null || y === null ? null : { x, y },
    author: { via: author.via, name: nameOf(author) },
    resolvedAt: times.resolvedAt?.toISOString() ?? null,
    ...{ createdAt: times.createdAt.toISOString(), updatedAt: times.updatedAt.toISOString() },
  }));
}

/** Builds the records of comments that begin threads, with their answers in the order of `answers`. */
export async function threadRecords(
  client: Prisma.TransactionClient,
  reader: NameReader,
  rows: readonly CommentRow[],
  answers: readonly CommentRow[],
): Promise<Static<typeof ThreadSchema>[]> {
  const records = await commentRecords(client, reader, [...rows, ...answers]);
  return records
    .slice(0, rows.length)
    .map((thread) => ({ ...thread, answers: records.filter(({ parentId }) => parentId === thread.id) }));
}

import { Type } from '@framemill/timeline/typebox';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../http/paging.ts';
import { MEDIA_KINDS, MediaRecordSchema, mediaRecord, withIngests } from '../media/media-record.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that lists and searches the media files of the account: GET /v1/media. */
export const listMedia = defineRoute({
  name: 'list-media',
  method: 'GET',
  path: '/media',
  scope: 'media.read',
  summary: 'List media',
  description: 'Lists the media files of the account, newest first; all, or those that `q` and `kind` name.',
  query: Type.Object({
    ...PagingQuery,
    q: Type.Optional(
      Type.String({ maxLength: 200, description: 'Words that all are in the name; case does not matter.' }),
    ),
    kind: Type.Optional(Type.Enum([...MEDIA_KINDS], { description: 'Only files of this kind.' })),
    sha256: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        description: 'Only the file with these bytes, so that it need not be sent again.',
      }),
    ),
  }),
  status: 200,
  answer: Type.Object({
    media: Type.Array(MediaRecordSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: [],
  examples: [
    { title: 'The first page' },
    { title: 'Two at a time', query: { limit: 2 } },
    { title: 'Videos of a beach', query: { q: 'beach', kind: 'video' } },
    {
      title: 'A file by its bytes',
      query: { sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
    },
  ],
  async handle({ query, caller }, { database }) {
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const rows = await database.client.media.findMany({
      where: {
        accountId: caller.accountId,
        ...(query.sha256 === undefined ? {} : { sha256: query.sha256 }),
        ...(query.kind === undefined ? {} : { kind: query.kind }),
        AND: wordsOf(query.q).map((word) => ({ name: { contains: word, mode: 'insensitive' as const } })),
        ...afterCursor(query.cursor, 'med'),
      },
      orderBy: newestFirst,
      take: limit + 1,
      include: withIngests,
    });
    const { page, nextCursor } = pageOf(rows, limit);
    return { media: page.map(mediaRecord), nextCursor };
  },
});

/** Splits a search text into words. `%` and `_` are escaped, because they are no wildcards here. */
function wordsOf(text = ''): string[] {
  return text.split(/\s+/).flatMap((word) => (word === '' ? [] : [word.replaceAll(/[\\%_]/g, '\\$&')]));
}

import { buffer } from 'node:stream/consumers';
import { Type } from '@framemill/timeline/typebox';
import { contentTypeOf } from '../../files/content-type.ts';
import { MEDIA_KINDS, type MediaRecord } from '../../media/media-record.ts';
import { listMedia } from '../../routes/list-media.ts';
import { askJson, queryOf } from '../ask-route.ts';
import { defineTool } from '../define-tool.ts';
import { reading, type ToolContent, type ToolContext } from '../tool.ts';

/** Maximum posters in one answer. Each is up to 640 pixels wide, which costs a model about 500 tokens. */
const MOST_POSTERS = 8;
const POSTERS = 4;

const nullable = (type: 'number' | 'string') => Type.Unsafe<number | string | null>({ type: [type, 'null'] });

export const listMediaTool = defineTool({
  name: 'list_media',
  title: 'List and search media',
  description:
    'Media files of the account (uploaded, imported or generated), newest first, a page at a time: names, kinds, lengths and sizes, and ' +
    `pictures of the first ${POSTERS}. An \`id\` is the \`src\` of a clip, or the \`mediaId\` of other tools. \`query\` searches the names.`,
  route: listMedia,
  scope: 'media.read',
  input: Type.Object({
    query: Type.Optional(Type.String({ maxLength: 200, description: 'Words that all are in the name.' })),
    kind: Type.Optional(Type.Enum([...MEDIA_KINDS])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 20.' })),
    cursor: Type.Optional(Type.String({ maxLength: 200, description: '`nextCursor` of the page before.' })),
    posters: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MOST_POSTERS, description: `Files shown as pictures. Default ${POSTERS}.` }),
    ),
  }),
  output: Type.Object({
    media: Type.Array(
      Type.Object({
        ...{ id: Type.String(), name: Type.String(), status: Type.String(), kind: nullable('string') },
        ...{ durationSec: nullable('number'), width: nullable('number'), height: nullable('number') },
        ...{ hasAudio: Type.Boolean(), sizeBytes: Type.Integer(), createdAt: Type.String() },
        posterUrl: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
      }),
    ),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  annotations: reading,
  async run({ query: q, kind, limit = 20, cursor, posters = POSTERS }, context) {
    const url = `/v1/media${queryOf({ q, kind, limit, cursor })}`;
    const answer = (await askJson(context, { method: 'GET', url })) as {
      media: MediaRecord[];
      nextCursor: string | null;
    };
    const content: ToolContent[] = [];
    for (const file of answer.media.filter(({ posterUrl }) => posterUrl !== null).slice(0, posters)) {
      content.push(...(await posterContent(file, context)));
    }
    const media = answer.media.map((file) => ({
      ...{ id: file.id, name: file.name, status: file.status, kind: file.kind },
      ...{ durationSec: file.durationSec, width: file.width, height: file.height },
      ...{ hasAudio: file.hasAudio, sizeBytes: file.sizeBytes, createdAt: file.createdAt },
      posterUrl: file.posterUrl === null ? null : new URL(file.posterUrl, context.deps.apiHost).href,
    }));
    return { data: { media, nextCursor: answer.nextCursor }, content };
  },
});

/** Returns a text block that names the file, and its poster. Empty when the poster was removed in the meantime. */
async function posterContent({ id, name, posterUrl }: MediaRecord, { deps }: ToolContext): Promise<ToolContent[]> {
  const key = (posterUrl ?? '').slice(1);
  if ((await deps.store.head(key)) === null) return [];
  const data = (await buffer((await deps.store.get(key)).body)).toString('base64');
  return [
    { type: 'text', text: `${name} (${id}):` },
    { type: 'image', data, mimeType: contentTypeOf(key) ?? 'image/jpeg' },
  ];
}

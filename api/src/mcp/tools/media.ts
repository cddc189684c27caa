import { buffer } from 'node:stream/consumers';
import { Type } from '@framemill/timeline/typebox';
import { contentTypeOf } from '../../files/file-names.ts';
import { creditsFor } from '../../generation/generation-costs.ts';
import { MEDIA_KINDS, type MediaRecord } from '../../media/media-record.ts';
import { importMedia, listMedia } from '../../routes/media.ts';
import { searchStock } from '../../routes/stock.ts';
import { createTranscription } from '../../routes/transcriptions.ts';
import { askJson, queryOf } from '../ask-route.ts';
import { ConfirmationNeeded } from '../confirmation.ts';
import { changing, defineTool, reading, type ToolContent, type ToolContext } from '../tool.ts';

/** Maximum posters in one answer. Each is up to 640 pixels wide, which costs a model about 500 tokens. */
const MOST_POSTERS = 8;
const POSTERS = 4;

const nullable = (type: 'number' | 'string') => Type.Unsafe<number | string | null>({ type: [type, 'null'] });

export const listMediaTool = defineTool({
  name: 'list_media',
  title: 'List and search media',
  description:
    'Media files of the account (uploaded, imported or generated), newest first, a page at a time: names, kinds, ' +
    'lengths and sizes, and ' +
    `pictures of the first ${POSTERS}. An \`id\` is the \`src\` of a clip, or the \`mediaId\` of other tools. ` +
    `\`query\` searches the names.`,
  route: listMedia,
  scope: 'media.read',
  input: Type.Object({
    query: Type.Optional(Type.String({ maxLength: 200, description: 'Words that all are in the name.' })),
    kind: Type.Optional(Type.Enum([...MEDIA_KINDS])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 20.' })),
    cursor: Type.Optional(
      Type.String({ maxLength: 200, description: '`nextCursor` of the page before, which may be short or empty.' }),
    ),
    posters: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MOST_POSTERS, description: `Files shown as pictures. Default ${POSTERS}.` }),
    ),
  }),
  output: Type.Object({
    media: Type.Array(
      Type.Object({
        ...{ id: Type.String(), name: Type.String(), status: Type.String(), kind: nullable('string') },
        ...{ durationSec: nullable('number'), width: nullable('number'), height: nullable('number') },
        fps: nullable('number'),
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
      ...{ durationSec: file.durationSec, width: file.width, height: file.height, fps: file.fps },
      ...{ hasAudio: file.hasAudio, sizeBytes: file.sizeBytes, createdAt: file.createdAt },
      posterUrl: file.posterUrl === null ? null : new URL(file.posterUrl, context.deps.apiHost).href,
    }));
    return { data: { media, nextCursor: answer.nextCursor }, content };
  },
});

/**
 * Returns a text block with the file's name and id, and an image block with its poster. Returns no blocks when the
 * poster was removed in the meantime.
 */
async function posterContent({ id, name, posterUrl }: MediaRecord, { deps }: ToolContext): Promise<ToolContent[]> {
  const key = (posterUrl ?? '').slice(1);
  if ((await deps.store.head(key)) === null) return [];
  const data = (await buffer((await deps.store.get(key)).body)).toString('base64');
  return [
    { type: 'text', text: `${name} (${id}):` },
    { type: 'image', data, mimeType: contentTypeOf(key) ?? 'image/jpeg' },
  ];
}

export const importMediaTool = defineTool({
  name: 'import_media',
  title: 'Import a media file',
  description:
    'Fetches a video, sound, picture, font, subtitle or LUT from a public address. Its id is the `src` of clips.',
  route: importMedia,
  scope: 'media.write',
  input: Type.Object({
    url: Type.String({ minLength: 1, maxLength: 2_000 }),
    name: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  output: importMedia.answer,
  annotations: { ...changing, openWorldHint: true },
  run: async (body, context) => ({ data: await askJson(context, { method: 'POST', url: '/v1/media/import', body }) }),
});

/**
 * Maximum number of credits that a transcription may spend without confirmation, unless the caller sets `maxCredits`.
 */
const FREE_HAND = 10;

export const transcribeMediaTool = defineTool({
  name: 'transcribe_media',
  title: 'Write down what is said',
  description:
    'Words with their times, for `addCaptions`. With `script` a known text is spread over the media or ' +
    '`durationSec` and nothing ' +
    `is charged; otherwise 1 credit per started 10 s, and above ${FREE_HAND} credits (or \`maxCredits\`) only ` +
    `with \`confirm: true\`.`,
  route: createTranscription,
  scope: 'ai.transcribe',
  input: Type.Object({
    mediaId: Type.Optional(Type.String({ maxLength: 64 })),
    script: Type.Optional(Type.String({ maxLength: 20_000 })),
    durationSec: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 86_400 })),
    language: Type.Optional(Type.String({ maxLength: 35 })),
    maxCredits: Type.Optional(Type.Integer({ minimum: 0, description: `Default ${FREE_HAND}.` })),
    confirm: Type.Optional(Type.Boolean({ description: 'Spend more than `maxCredits`.' })),
  }),
  output: createTranscription.answer,
  annotations: { ...changing, openWorldHint: true },
  async run({ maxCredits = FREE_HAND, confirm = false, ...body }, context) {
    if (body.script === undefined && body.mediaId !== undefined && !confirm) {
      const url = `/v1/media/${encodeURIComponent(body.mediaId)}`;
      const { media } = (await askJson(context, { method: 'GET', url })) as { media: { durationSec: number | null } };
      const price = creditsFor.transcription(media.durationSec ?? 0);
      if (price > maxCredits) {
        const question = `This costs ${price} credits, more than the ${maxCredits} that may be spent without asking.`;
        throw new ConfirmationNeeded(question, { credits: price });
      }
    }
    return { data: await askJson(context, { method: 'POST', url: '/v1/ai/transcriptions', body }) };
  },
});

export const searchStockTool = defineTool({
  name: 'search_stock',
  title: 'Search stock media',
  description:
    'Photos, films and music of the libraries that the service has. `import_media` with a `url` makes a find usable.',
  route: searchStock,
  scope: 'stock.read',
  input: Type.Object({
    query: Type.String({ minLength: 1, maxLength: 200 }),
    type: Type.Optional(Type.Enum(['photo', 'video', 'music'], { description: 'Default photo.' })),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  output: searchStock.answer,
  annotations: { ...reading, openWorldHint: true },
  run: async ({ query: q, type, page }, context) => ({
    data: await askJson(context, { method: 'GET', url: `/v1/stock/search${queryOf({ q, type, page })}` }),
  }),
});

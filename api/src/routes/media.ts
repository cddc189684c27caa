import { MAX_UPLOAD_MB } from '@framemill/compositor/formats';
import { announceMedia, isUsable, resolveSources } from '@framemill/scheduler';
import { type ErrorCode, FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import { signAddresses } from '../files/signed-files.ts';
import { DeletedSchema } from '../http/not-found.ts';
import { afterCursor, cursorOf, DEFAULT_PAGE_SIZE, markOf, newestFirst, PagingQuery, pageOf } from '../http/paging.ts';
import { isIdLike } from '../ids.ts';
import { fetchMedia, MAX_IMPORT_MB } from '../media/fetch-media.ts';
import { formUpload } from '../media/form-upload.ts';
import { MEDIA_KINDS, MediaRecordSchema, type MediaRow, mediaRecord, withIngests } from '../media/media-record.ts';
import { cleanName } from '../media/received-upload.ts';
import { searchMedia } from '../media/search-media.ts';
import { deleteMedia } from '../media/storage.ts';
import { IdParams } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';

const example = { title: 'A file', body: { file: '(the bytes)', name: 'holiday.mp4' } };
const errors: ErrorCode[] = ['payload_too_large', 'quota_exceeded'];

/** Definition that the routes for uploading one file by a form have in common. */
const uploadParts = {
  method: 'POST' as const,
  access: 'media.write' as const,
  consumes: 'multipart/form-data' as const,
  body: Type.Object({
    file: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }),
    name: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  status: 201 as const,
  answer: Type.Object({ media: MediaRecordSchema }),
  errors,
  examples: [example] as [typeof example],
  waits: () => true,
};

/** Route that uploads a media file: POST /v1/media/uploads. */
export const uploadMedia = defineRoute({
  ...uploadParts,
  name: 'upload-media',
  path: '/media/uploads',
  summary: 'Upload a media file',
  description:
    'Uploads one video (MP4, MOV, WebM, MKV, AVI, MPEG-TS, MPEG-PS, FLV, WMV, OGV), audio (MP3, AAC, M4A, WAV, ' +
    'AIFF, CAF, FLAC, WavPack, OGG, AC-3, E-AC-3, WMA), image (PNG, JPEG, WebP, AVIF, GIF, TIFF, BMP, SVG), ' +
    'animation (Lottie JSON, .lottie), .cube, subtitle (.srt, .vtt), table (.csv) or font (.ttf, .otf, .woff, .woff2) ' +
    `file of at most ${MAX_UPLOAD_MB} MB (or what the plan allows, if less; fonts 30 MB, animations 20 MB, .cube, subtitle files ` +
    'and tables 5 MB, SVG 4 MB). What it is its bytes say, ' +
    'not its name; a font under its file name is named after its family. SVG drawings must hold all that they ' +
    'show: they fetch nothing and run no scripts. Of animations, ' +
    'expressions and state machines are not run; `warnings` of the record says what is left out. A node looks into the file before the answer; when that takes ' +
    'longer than 10 s the status is PROCESSING. The same bytes are stored once: sent again they keep their id ' +
    'and get the new name.',
  handle: (call, deps) => formUpload(deps, call, MAX_UPLOAD_MB),
});

/** Route that uploads a large media file: POST /v1/media/large-uploads. */
export const uploadLargeMedia = defineRoute({
  ...uploadParts,
  name: 'upload-large-media',
  path: '/media/large-uploads',
  summary: 'Upload a large media file',
  description:
    `Uploads one file as POST /v1/media/uploads does, of at most ${MAX_IMPORT_MB} MB (or what the plan allows, ` +
    'if less): as much as an import may bring. It goes to ' +
    'the disk as it comes, and must be here within 120 s.',
  handle: (call, deps) => formUpload(deps, call, MAX_IMPORT_MB),
});

/** Route that imports a media file from a public address: POST /v1/media/import. */
export const importMedia = defineRoute({
  name: 'import-media',
  method: 'POST',
  path: '/media/import',
  access: 'media.write',
  summary: 'Import a media file',
  description:
    'Fetches a file from a public http or https address: at most 512 MB (or what the plan allows, if less), ' +
    'within 120 s, over at most 3 redirects. What goes wrong over there is a `provider_error`. From then on it ' +
    'is like an upload.',
  body: Type.Object({
    url: Type.String({ minLength: 1, maxLength: 2_000, description: 'Where the file is.' }),
    name: Type.Optional(Type.String({ maxLength: 200, description: 'Default: the last part of the address.' })),
  }),
  status: 201,
  answer: Type.Object({ media: MediaRecordSchema }),
  errors: ['payload_too_large', 'quota_exceeded', 'provider_error'],
  examples: [{ title: 'A file', body: { url: 'https://media.example.org/holiday.mp4', name: 'Holiday' } }],
  waits: () => true,
  async handle({ body, caller }, deps) {
    return { media: mediaRecord(await fetchMedia(deps, caller, body)) };
  },
});

/** Route that lists and searches the media files of the account: GET /v1/media. */
export const listMedia = defineRoute({
  name: 'list-media',
  method: 'GET',
  path: '/media',
  access: 'media.read',
  summary: 'List media',
  description: 'Lists the media files of the account, newest first; all, or those that `q` and `kind` name.',
  query: Type.Object({
    ...PagingQuery,
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Words that all are in the name; case does not matter. Among thousands of files, a page may have fewer ' +
          'entries than `limit`, or none, and more follow: `nextCursor` is null on the last page only.',
      }),
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
    const { accountId } = caller;
    const { q = '', kind, sha256, cursor, limit = DEFAULT_PAGE_SIZE } = query;
    const words = q.split(/\s+/).filter((word) => word !== '');
    if (words.length > 0) {
      const after = cursor === undefined ? undefined : markOf(cursor, 'med');
      const { page, next } = await searchMedia(database, { accountId, words, kind, sha256, after, limit });
      const where = { id: { in: page.map(({ id }) => id) } };
      const rows = await database.client.media.findMany({ where, orderBy: newestFirst, include: withIngests });
      return { media: rows.map(mediaRecord), nextCursor: next === null ? null : cursorOf(next) };
    }
    const rows = await database.client.media.findMany({
      // Fields that are undefined do not restrict the list.
      where: { accountId, kind, sha256, ...afterCursor(cursor, 'med') },
      orderBy: newestFirst,
      take: limit + 1,
      include: withIngests,
    });
    const { page, nextCursor } = pageOf(rows, limit);
    return { media: page.map(mediaRecord), nextCursor };
  },
});

/**
 * Route that reads a media file: GET /v1/media/{id}. Clients poll it while an upload is PROCESSING.
 * The route is not part of the original API contract.
 */
export const getMedia = defineRoute({
  name: 'get-media',
  method: 'GET',
  path: '/media/:id',
  access: 'media.read',
  summary: 'Read a media file',
  description: 'The record of one media file; poll it while the status, or what you need of `ingest`, is PROCESSING.',
  params: IdParams,
  status: 200,
  answer: Type.Object({ media: MediaRecordSchema }),
  errors: ['not_found'],
  examples: [{ title: 'Poll' }],
  async handle({ params, caller }, deps) {
    return { media: mediaRecord(await findMedia(deps, caller.accountId, params.id)) };
  },
});

/** Route that creates signed addresses of media files: POST /v1/media/addresses. Not part of the original contract. */
export const createMediaAddresses = defineRoute({
  name: 'create-media-addresses',
  method: 'POST',
  path: '/media/addresses',
  access: 'media.read',
  summary: 'Create signed addresses',
  description:
    'Creates addresses of media files and of the preview copies of videos. Until `expiresAt` (50 to 60 minutes), ' +
    'anyone who has an address can read its file, and no other. Use them for pages and players that should not reach ' +
    'more than these files. Files that are unknown or not ready are left out.',
  body: Type.Object({
    sources: Type.Array(Type.String({ maxLength: 200, description: 'Id or `url` of a media file.' }), {
      minItems: 1,
      maxItems: 1_000,
    }),
  }),
  status: 200,
  answer: Type.Object({
    expiresAt: Type.String({ format: 'date-time' }),
    addresses: Type.Array(
      Type.Object({
        source: Type.String({ description: 'As it was sent.' }),
        url: Type.String({ description: 'Root-relative. It accepts range requests of pages of any origin.' }),
        proxyUrl: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          description: 'The small copy of a video; null where there is none.',
        }),
      }),
    ),
  }),
  errors: [],
  examples: [{ title: 'Of one file', body: { sources: ['{mediaId}'] } }],
  async handle({ body, caller }, deps) {
    const sources = await resolveSources(deps, caller.accountId, body.sources);
    const { expiresAt, addressOf } = await signAddresses(deps);
    const addresses = [...sources].flatMap(([source, found]) => {
      if (!isUsable(found)) return [];
      const { objectKey, proxy } = found;
      return [{ source, url: addressOf(objectKey), proxyUrl: proxy === null ? null : addressOf(proxy.objectKey) }];
    });
    return { expiresAt: expiresAt.toISOString(), addresses };
  },
});

/** Route that renames a media file: PATCH /v1/media/{id}. It is not part of the original API contract. */
export const updateMedia = defineRoute({
  name: 'update-media',
  method: 'PATCH',
  path: '/media/:id',
  access: 'media.write',
  summary: 'Rename a media file',
  description: 'Renames a media file. Clips name media by id or address, so nothing else changes.',
  params: IdParams,
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200, description: '1-200 characters.' }) }),
  status: 200,
  answer: Type.Object({ media: MediaRecordSchema }),
  errors: ['not_found'],
  examples: [{ title: 'Rename', body: { name: 'Beach at dawn' } }],
  async handle({ params, body, caller }, deps) {
    const { id } = await findMedia(deps, caller.accountId, params.id);
    // `updateMany` does not fail when the row was deleted at the same moment; the read below then reports it.
    await deps.database.client.media.updateMany({ where: { id }, data: { name: cleanName(body.name) } });
    await announceMedia(deps.redis, caller.accountId, id);
    return { media: mediaRecord(await findMedia(deps, caller.accountId, id)) };
  },
});

/** Maximum number of projects, and of clips per project, that the error `media_in_use` lists. */
const MOST_NAMED = 10;

interface User {
  id: string;
  name: string;
  clipIds: string[];
}

/**
 * Throws 409 `invalid_request` (`conflictCode: media_in_use`) while a media file is in use.
 * A file is in use when a project or an unfinished render of the account has it as a source, a mask, a LUT or a font.
 * The projects are found by the ids that each save keeps. Only documents that a process of an earlier release saved
 * last are searched. A command that runs at the same time may still add the file; renders then report that the new
 * clip's source is unknown.
 */
async function refuseUsedMedia(
  { database: { client } }: Pick<ApiDeps, 'database'>,
  { id, accountId, sha256, name }: { id: string; accountId: string; sha256: string; name: string },
): Promise<void> {
  // Ids are 128 random bits and part of the file's address, so searching for the id finds every reference to the file.
  // `known` is planned apart from the limit: otherwise PostgreSQL might expect to meet enough projects without it.
  const projects = await client.$queryRaw<User[]>`
    WITH known AS MATERIALIZED (
      SELECT "id", "accountId" FROM "Project" WHERE "mediaIds" @> ARRAY[${id}]
    ), used AS MATERIALIZED (
      SELECT "id" FROM known WHERE "accountId" = ${accountId}
      UNION ALL
      SELECT "id" FROM "Project"
      WHERE "accountId" = ${accountId} AND "mediaIds" IS NULL AND strpos("document"::text, ${id}) > 0
    )
    SELECT "id", "name", ARRAY(
      SELECT clip->>'id' FROM (
        SELECT jsonb_array_elements("document"->'clips')
        UNION ALL SELECT jsonb_path_query("document", '$.compositions[*].clips[*]')
      ) AS clips(clip) WHERE strpos(clip::text, ${id}) > 0
      LIMIT ${MOST_NAMED}) AS "clipIds"
    FROM "Project" WHERE "id" = ANY(ARRAY(SELECT "id" FROM used LIMIT ${MOST_NAMED}))
    ORDER BY "createdAt" DESC, "id"`;
  const active = { accountId, status: { in: ['PENDING', 'PROCESSING'] }, mediaSha256s: { has: sha256 } };
  const renders = await client.render.findMany({ where: active, select: { id: true }, take: MOST_NAMED });
  if (projects.length === 0 && renders.length === 0) return;
  const [first] = projects;
  const more = projects.length > 1 ? ` and ${projects.length - 1} more` : '';
  const where = first ? `the project "${first.name}"${more}` : `the render ${renders[0]?.id}`;
  const remedy = first ? 'Remove it from there first' : 'Wait until the render has ended, or cancel it';
  const message = `The file "${name}" cannot be deleted because it is used by ${where}. ${remedy}.`;
  throw new FramemillError('invalid_request', message, {
    ...{ conflictCode: 'media_in_use', projects, renderIds: renders.map((render) => render.id) },
  });
}

/** Route that deletes a media file: DELETE /v1/media/{id}. It is not part of the original API contract. */
export const deleteMediaRoute = defineRoute({
  name: 'delete-media',
  method: 'DELETE',
  path: '/media/:id',
  access: 'media.write',
  summary: 'Delete a media file',
  description:
    'Deletes a media file with all that was made of it, and frees its storage; a second call answers 404. While ' +
    'a project or a render that has not ended uses it: 409 `invalid_request` with `conflictCode: media_in_use`, ' +
    'the `projects` (id, name, clipIds; at most 10) and the `renderIds`.',
  params: IdParams,
  status: 200,
  answer: DeletedSchema,
  errors: ['not_found'],
  conflicts: ['media_in_use'],
  examples: [{ title: 'Delete' }],
  async handle({ params, caller }, deps) {
    const row = await findMedia(deps, caller.accountId, params.id);
    await refuseUsedMedia(deps, row);
    await deleteMedia(deps, row);
    await announceMedia(deps.redis, caller.accountId, row.id);
    return { id: row.id, deleted: true as const };
  },
});

/** Returns a media file of the account. Throws `not_found` for an unknown id and for another account's file. */
async function findMedia({ database }: ApiDeps, accountId: string, id: string): Promise<MediaRow> {
  const where = { id, accountId };
  const row = isIdLike(id) ? await database.client.media.findFirst({ where, include: withIngests }) : null;
  if (!row) throw new FramemillError('not_found', 'There is no such media file. Check its id.');
  return row;
}

import { Type } from '@framemill/timeline/typebox';
import { fetchMedia } from '../media/fetch-media.ts';
import { MediaRecordSchema, mediaRecord } from '../media/media-record.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that imports a media file from a public address: POST /v1/media/import. */
export const importMedia = defineRoute({
  name: 'import-media',
  method: 'POST',
  path: '/media/import',
  scope: 'media.write',
  summary: 'Import a media file',
  description:
    'Fetches a file from a public http or https address: at most 512 MB (or what the plan allows, if less), within 120 s, ' +
    'over at most 3 redirects. What goes wrong over there is a `provider_error`. From then on it is like an upload.',
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

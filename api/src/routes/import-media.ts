import { planFor } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { withDownload } from '../media/download-file.ts';
import { MediaRecordSchema, mediaRecord } from '../media/media-record.ts';
import { cleanName, endingOrRefuse } from '../media/read-upload.ts';
import { checkStorage } from '../media/storage.ts';
import { storeUpload } from '../media/store-upload.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Largest import of any plan, in MB of 1,048,576 bytes: it goes to the disk as it comes. */
const MAX_IMPORT_MB = 512;
/** Longest time until the last byte is here. */
const IMPORT_TIMEOUT_MS = 120_000;

/** POST /v1/media/import */
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
  async handle({ body, caller }, deps) {
    const maxBytes = Math.min(MAX_IMPORT_MB, planFor(caller.plan).maxUploadMb) * 1_048_576;
    const limits = { maxBytes, timeoutMs: deps.importTimeoutMs ?? IMPORT_TIMEOUT_MS };
    const imported = deps.importBudget.hold(maxBytes, async () => {
      // Said before the bytes are fetched, not after.
      await checkStorage(deps, caller, 1);
      return withDownload(deps.outbound, body.url, limits, async (file) => {
        const { path, sizeBytes, sha256, head } = file;
        const ending = endingOrRefuse(head, 'body.url');
        const upload = { name: cleanName(body.name ?? file.name), content: { path }, sizeBytes, sha256, ending };
        return { media: mediaRecord(await storeUpload(deps, caller, upload)) };
      });
    });
    return imported.catch((error: unknown) => {
      const reason = error instanceof FramemillError ? error.code : 'internal_error';
      deps.metrics.importsRejected.inc({ reason });
      throw error;
    });
  },
});

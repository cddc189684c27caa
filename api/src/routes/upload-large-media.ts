import { Type } from '@framemill/timeline/typebox';
import { formUpload } from '../media/form-upload.ts';
import { MediaRecordSchema } from '../media/media-record.ts';
import { MAX_IMPORT_MB } from '../media/size-limits.ts';
import { defineRoute } from '../routing/define-route.ts';

/** POST /v1/media/large-uploads */
export const uploadLargeMedia = defineRoute({
  name: 'upload-large-media',
  method: 'POST',
  path: '/media/large-uploads',
  scope: 'media.write',
  summary: 'Upload a large media file',
  description:
    'Uploads one file as POST /v1/media/uploads does, of at most 512 MB (or what the plan allows, if less): as much as an import may bring. It goes to ' +
    'the disk as it comes, and must be here within 120 s.',
  consumes: 'multipart/form-data',
  body: Type.Object({
    file: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }),
    name: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  status: 201,
  answer: Type.Object({ media: MediaRecordSchema }),
  errors: ['payload_too_large', 'quota_exceeded'],
  examples: [{ title: 'A file', body: { file: '(the bytes)', name: 'holiday.mp4' } }],
  waits: () => true,
  handle: (call, deps) => formUpload(deps, call, MAX_IMPORT_MB),
});

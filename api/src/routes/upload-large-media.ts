import { formUpload } from '../media/form-upload.ts';
import { MAX_IMPORT_MB } from '../media/size-limits.ts';
import { uploadParts } from '../media/upload-parts.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that uploads a large media file: POST /v1/media/large-uploads. */
export const uploadLargeMedia = defineRoute({
  ...uploadParts,
  name: 'upload-large-media',
  path: '/media/large-uploads',
  summary: 'Upload a large media file',
  description:
    `Uploads one file as POST /v1/media/uploads does, of at most ${MAX_IMPORT_MB} MB (or what the plan allows, if less): as much as an import may bring. It goes to ` +
    'the disk as it comes, and must be here within 120 s.',
  handle: (call, deps) => formUpload(deps, call, MAX_IMPORT_MB),
});

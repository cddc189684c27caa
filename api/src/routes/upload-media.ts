import { MAX_UPLOAD_MB } from '@framemill/compositor/catalog';
import { formUpload } from '../media/form-upload.ts';
import { uploadParts } from '../media/upload-parts.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that uploads a media file: POST /v1/media/uploads. */
export const uploadMedia = defineRoute({
  ...uploadParts,
  name: 'upload-media',
  path: '/media/uploads',
  summary: 'Upload a media file',
  description:
    'Uploads one video (MP4, MOV, WebM, MKV, AVI, MPEG-TS, MPEG-PS, FLV, WMV, OGV), audio (MP3, AAC, M4A, WAV, AIFF, CAF, FLAC, WavPack, OGG, ' +
    'AC-3, E-AC-3, WMA), image (PNG, JPEG, WebP, AVIF, GIF, TIFF, BMP, SVG), .cube, subtitle (.srt, .vtt), table (.csv) or font (.ttf, .otf, .woff, .woff2) ' +
    `file of at most ${MAX_UPLOAD_MB} MB (or what the plan allows, if less; fonts 30 MB, .cube, subtitle files and tables 5 MB, SVG 4 MB). What it is its bytes say, ` +
    'not its name; a font under its file name is named after its family. SVG drawings must hold all that they show: they fetch nothing and run ' +
    'no scripts. A node looks into the file before the answer; when that takes longer than 10 s the status is PROCESSING. The same bytes are ' +
    'stored once: sent again they keep their id and get the new name.',
  handle: (call, deps) => formUpload(deps, call, MAX_UPLOAD_MB),
});

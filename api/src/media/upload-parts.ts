import type { ErrorCode } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { MediaRecordSchema } from './media-record.ts';

const example = { title: 'A file', body: { file: '(the bytes)', name: 'holiday.mp4' } };
const errors: ErrorCode[] = ['payload_too_large', 'quota_exceeded'];

/** What the routes that take one file as a form have in common. */
export const uploadParts = {
  method: 'POST' as const,
  scope: 'media.write' as const,
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

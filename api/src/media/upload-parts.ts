import type { ErrorCode } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { MediaRecordSchema } from './media-record.ts';

const example = { title: 'A file', body: { file: '(the bytes)', name: 'holiday.mp4' } };
const errors: ErrorCode[] = ['payload_too_large', 'quota_exceeded'];

/** Common definition of the routes that receive one file as a form. */
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

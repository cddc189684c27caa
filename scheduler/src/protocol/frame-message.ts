import { Type } from '@framemill/timeline/typebox';
import { id } from './fields.ts';
import { parserOf } from './parser.ts';
import { type PreviewFrameResult, PreviewFrameResultSchema } from './preview-frame-job.ts';

/**
 * Maximum size in bytes of an image that a node sends directly to the requesting process; larger ones go through the
 * object store.
 */
export const mostSentBytes = 4 * 1024 * 1024;

/** Finished image that a node sends to the process that requested it. */
export interface SentFrame {
  readonly requestId: string;
  readonly result: PreviewFrameResult;
  /** Bytes of the whole image file. */
  readonly data: Buffer;
}

const parseHead = parserOf('picture', Type.Object({ requestId: id, result: PreviewFrameResultSchema }));

/** Encodes an image as one message: a line of JSON, then the file. */
export function encodeSentFrame({ requestId, result, data }: SentFrame): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ requestId, result })}\n`), data]);
}

/** Decodes a message of `encodeSentFrame`. Throws `ProtocolError` or a SyntaxError when it is not valid. */
export function decodeSentFrame(message: Buffer): SentFrame {
  const end = message.indexOf('\n');
  const head = parseHead(JSON.parse(message.subarray(0, Math.max(0, end)).toString('utf8')));
  return { ...head, data: message.subarray(end + 1) };
}

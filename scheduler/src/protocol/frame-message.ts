import { Type } from '@framemill/timeline/typebox';
import { id } from './fields.ts';
import { parserOf } from './parser.ts';
import { type PreviewFrameResult, PreviewFrameResultSchema } from './preview-frame-job.ts';

/** Largest picture that is sent from a node to whoever waits for it, bytes; larger ones go by the object store. */
export const mostSentBytes = 4 * 1024 * 1024;

/** A finished picture on its way to whoever asked for it. */
export interface SentFrame {
  readonly requestId: string;
  readonly result: PreviewFrameResult;
  /** The whole file. */
  readonly data: Buffer;
}

const parseHead = parserOf('picture', Type.Object({ requestId: id, result: PreviewFrameResultSchema }));

/** A picture as one message: a line of JSON, then the file. */
export function encodeSentFrame({ requestId, result, data }: SentFrame): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ requestId, result })}\n`), data]);
}

/** Reads a message of `encodeSentFrame`. Throws `ProtocolError` or a SyntaxError when it is none. */
export function decodeSentFrame(message: Buffer): SentFrame {
  const end = message.indexOf('\n');
  const head = parseHead(JSON.parse(message.subarray(0, Math.max(0, end)).toString('utf8')));
  return { ...head, data: message.subarray(end + 1) };
}

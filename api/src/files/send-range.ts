import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRange } from '../http/byte-range.ts';

/** Response whose body clients may request in byte ranges. */
export interface RangedAnswer {
  readonly sizeBytes: number;
  /** Headers sent with the body, but not with an error. */
  readonly headers: Readonly<Record<string, string>>;
  /** Opens bytes `start` to `end` inclusive. Not called for `HEAD`. */
  open(start: number, end: number): Promise<Readable>;
}

/** Answers `GET` and `HEAD` according to the `Range` header, with 200, 206 or 416. Throws the errors of `open`. */
export async function sendRange(
  request: FastifyRequest,
  reply: FastifyReply,
  { sizeBytes, headers, open }: RangedAnswer,
): Promise<FastifyReply> {
  const range = parseRange(request.headers.range, sizeBytes);
  const { start, end } = typeof range === 'object' ? range : { start: 0, end: sizeBytes - 1 };
  const isRead = request.method !== 'HEAD' && range !== 'unsatisfiable' && end >= start;
  const body = isRead ? await open(start, end) : '';
  reply.headers({ ...headers, 'Accept-Ranges': 'bytes' });
  if (range === 'unsatisfiable') return reply.code(416).header('Content-Range', `bytes */${sizeBytes}`).send();
  reply.header('Content-Length', end - start + 1);
  if (range !== 'whole') reply.code(206).header('Content-Range', `bytes ${start}-${end}/${sizeBytes}`);
  return reply.send(body);
}

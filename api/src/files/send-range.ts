import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

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

/** Byte range with both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a `Range` header for a file of `sizeBytes` bytes.
 * Returns `whole` when there is none, or when its form may be ignored (other units, several ranges). Returns
 * `unsatisfiable` when the range begins beyond the end.
 */
function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const tail = Math.min(Number(last), sizeBytes);
    return tail === 0 ? 'unsatisfiable' : { start: sizeBytes - tail, end: sizeBytes - 1 };
  }
  const start = Number(first);
  if (start >= sizeBytes) return 'unsatisfiable';
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return end < start ? 'whole' : { start, end };
}

import { createHash } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import { CUBE_HEAD_BYTES } from '@framemill/compositor/catalog';
import { FramemillError } from '@framemill/timeline';
import type { FastifyRequest } from 'fastify';
import { mediaEnding } from './media-ending.ts';
import type { Charge } from './upload-budget.ts';

/** A file as it came in. */
export interface Upload {
  name: string;
  content: UploadContent;
  sizeBytes: number;
  sha256: string;
  /** Ending of the object's name, from the file's first bytes. */
  ending: string;
  /** The charged call that made it; absent for what a caller sends. */
  generationId?: string;
}

/** Where the bytes of an upload are: in memory, or in a file of the disk. */
export type UploadContent = { data: Buffer } | { path: string };

/** What a multipart body may take beside its file: boundaries, headers, fields. */
const OVERHEAD_BYTES = 16_384;

/**
 * Reads the multipart field `file` (and `name`) into memory; `charge` is told of its bytes as they come. Throws `payload_too_large` over `maxBytes`, and
 * `invalid_request` for a broken form, a missing or empty file, or bytes that are no known kind of media.
 */
export async function readUpload(request: FastifyRequest, maxBytes: number, charge: Charge): Promise<Upload> {
  refuseTooLarge(request, maxBytes);
  const { file, name } = await readForm(request, maxBytes, charge);
  if (!file)
    throw new FramemillError('invalid_request', 'The form has no file. Send it in the field "file".', {
      field: 'file',
    });
  if (file.data.length === 0) throw new FramemillError('invalid_request', 'The file is empty.', { field: 'file' });
  return {
    name: cleanName(name ?? file.name),
    content: { data: file.data },
    sizeBytes: file.data.length,
    sha256: createHash('sha256').update(file.data).digest('hex'),
    ending: endingOrRefuse(file.data.subarray(0, CUBE_HEAD_BYTES), 'file'),
  };
}

/** Ending of a file by its first bytes. Throws `invalid_request`, naming `field`, when they are of no known kind. */
export function endingOrRefuse(head: Buffer, field: string): string {
  const ending = mediaEnding(head);
  if (ending !== null) return ending;
  const message = `The file is no video, audio, image, .cube, subtitle or font file that is known here (it begins with ${hexStart(head)}).`;
  throw new FramemillError('invalid_request', message, { field });
}

/** A name as it is stored: one line of at most 200 characters. Names are shown, never used as paths. */
export function cleanName(raw: string): string {
  const printable = [...raw.toWellFormed()].filter((character) => character > '\u001f' && character !== '\u007f');
  return printable.join('').trim().slice(0, 200).toWellFormed() || 'Untitled';
}

function refuseTooLarge(request: FastifyRequest, maxBytes: number): void {
  const announced = Number(request.headers['content-length']);
  if (announced > maxBytes + OVERHEAD_BYTES) throw tooLarge(maxBytes);
}

function tooLarge(maxBytes: number): FramemillError {
  const limitMb = maxBytes / 1_048_576;
  const message = `The upload is larger than ${limitMb} MB. Send a smaller file, or import it from an address.`;
  return new FramemillError('payload_too_large', message, { limitMb });
}

async function readForm(request: FastifyRequest, maxBytes: number, charge: Charge) {
  let file: { name: string; data: Buffer } | undefined;
  let name: string | undefined;
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      if (part.type === 'file') {
        const data = await readFile(part, charge);
        if (part.fieldname === 'file') file = { name: part.filename ?? '', data };
      } else if (part.fieldname === 'name' && typeof part.value === 'string') {
        name = part.value;
      }
    }
  } catch (cause) {
    throw formError(cause, maxBytes);
  }
  return { file, name };
}

async function readFile({ file }: MultipartFile, charge: Charge): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) {
    charge(chunk.length);
    chunks.push(chunk);
  }
  if (file.truncated) throw Object.assign(new Error('too large'), { code: 'FST_REQ_FILE_TOO_LARGE' });
  return Buffer.concat(chunks);
}

function formError(cause: unknown, maxBytes: number): unknown {
  if (cause instanceof FramemillError) return cause;
  const code = cause instanceof Error && 'code' in cause ? cause.code : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(maxBytes);
  // Whatever else the form reader throws is about the bytes of the caller: a missing boundary, an early end, too many parts.
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `The body is not a usable multipart/form-data form: ${reason.slice(0, 120)}.`;
  return new FramemillError('invalid_request', message, {}, { cause });
}

function hexStart(data: Buffer): string {
  return data.subarray(0, 8).toString('hex');
}

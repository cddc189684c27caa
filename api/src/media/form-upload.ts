import path from 'node:path';
import multipart from '@fastify/multipart';
import { MAX_UPLOAD_MB } from '@framemill/compositor/formats';
import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { RouteServices } from '../deps.ts';
import { whileBodyFlows } from '../transfers/body-flow.ts';
import type { Share } from '../transfers/fair-budget.ts';
import { withScratchFolder } from '../transfers/scratch-folder.ts';
import { mediaRecord } from './media-record.ts';
import { type ReceivedFile, receiveFile } from './receive-file.ts';
import { receivedUpload, type Upload } from './received-upload.ts';
import { storeUpload } from './store-upload.ts';

/** Limits of an upload. */
export interface UploadLimits {
  maxBytes: number;
  /** Whether another route accepts larger files. The error for a file that is too large then mentions it. */
  isSmallUpload: boolean;
  /** Entry of the disk budget that the received bytes are charged to. */
  share: Share;
  /** Signal that aborts the upload at any point. */
  signal: AbortSignal;
}

/** Maximum size of a multipart body besides its file: boundaries, headers and fields. In bytes. */
const OVERHEAD_BYTES = 16_384;

/** Explanations of the form parser's errors, by code. */
const faults: Readonly<Record<string, string>> = {
  FST_PARTS_LIMIT: 'it has more than 5 parts',
  FST_FILES_LIMIT: 'it has more than one file',
  FST_FIELDS_LIMIT: 'it has more than 4 fields',
  FST_PROTO_VIOLATION: 'a field has a reserved name',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'its Content-Type is not multipart/form-data',
  FST_INVALID_JSON_FIELD_ERROR: 'a field of type application/json contains no JSON',
};

/**
 * Reads a multipart upload to disk as it arrives, and stores it.
 * The maximum size is `mostMb` MB, or the plan's limit if that is lower. Throws the errors of `readUpload` and
 * `storeUpload`.
 */
export async function formUpload(
  deps: RouteServices,
  { request, reply, caller }: { request: FastifyRequest; reply: FastifyReply; caller: Caller },
  mostMb: number,
) {
  const maxBytes = Math.min(mostMb, caller.plan.maxUploadMb) * 1_048_576;
  const isSmallUpload = mostMb === MAX_UPLOAD_MB;
  const { transfers } = deps;
  return transfers.disk.hold(caller.accountId, 'upload', (share) =>
    withScratchFolder(async (folder) => {
      const upload = await whileBodyFlows(request, reply, transfers, (signal) =>
        readUpload(request, { maxBytes, isSmallUpload, share, signal }, folder),
      );
      return { media: mediaRecord(await storeUpload(deps, caller, upload)) };
    }),
  );
}

/**
 * Reads the multipart field `file` (and `name`) into `folder`.
 * Throws `payload_too_large` above `maxBytes`, `unavailable` when there is no disk space, and the reason of the signal
 * when it is aborted. Throws `invalid_request` for a malformed form, a missing or empty file, and bytes of an unknown
 * kind.
 */
async function readUpload(request: FastifyRequest, limits: UploadLimits, folder: string): Promise<Upload> {
  if (Number(request.headers['content-length']) > limits.maxBytes + OVERHEAD_BYTES) throw tooLarge(limits);
  const { file, fileName, name } = await readForm(request, limits, folder);
  if (!file)
    throw new FramemillError('invalid_request', 'The form has no file. Send it in the field "file".', {
      field: 'body.file',
    });
  if (file.sizeBytes === 0)
    throw new FramemillError('invalid_request', 'The file is empty. Send another file.', { field: 'body.file' });
  return receivedUpload(file, name ?? fileName, 'body.file');
}

function tooLarge({ maxBytes, isSmallUpload }: Pick<UploadLimits, 'maxBytes' | 'isSmallUpload'>): FramemillError {
  const limitMb = maxBytes / 1_048_576;
  const larger =
    isSmallUpload && limitMb === MAX_UPLOAD_MB ? ', send it to /v1/media/large-uploads as far as the plan allows,' : '';
  const message = `The upload is larger than ${limitMb} MB. Send a smaller file${larger} or import it from an address.`;
  return new FramemillError('payload_too_large', message, { limitMb });
}

async function readForm(request: FastifyRequest, limits: UploadLimits, folder: string) {
  const { maxBytes, share, signal } = limits;
  let file: ReceivedFile | undefined;
  let fileName = '';
  let name: string | undefined;
  const ended = AbortSignal.any([signal, share.signal]);
  try {
    // One byte more than allowed, so that `receiveFile` detects the excess.
    const parts = request.parts({ limits: { fileSize: maxBytes + 1 } });
    for (;;) {
      const next = await unlessAborted(parts.next(), ended);
      if (next.done) break;
      const part = next.value;
      if (part.type === 'file') {
        const target = path.join(folder, `part-${part.fieldname === 'file' ? 'file' : 'other'}`);
        const options = { target, maxBytes, share, signal, tooLarge: () => tooLarge(limits) };
        const received = await receiveFile(part.file, options);
        if (part.fieldname === 'file') [file, fileName] = [received, part.filename ?? ''];
      } else if (part.fieldname === 'name' && typeof part.value === 'string') {
        name = part.value;
      }
    }
  } catch (cause) {
    throw ended.aborted ? ended.reason : formError(cause, limits);
  }
  return { file, fileName, name };
}

/** Waits for `work`, and rejects when the signal is aborted: the client may never send the next part of the form. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function formError(cause: unknown, limits: UploadLimits): unknown {
  if (cause instanceof FramemillError) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(limits);
  // Every other error of the form parser concerns the caller's bytes: a missing boundary, part headers, an early end.
  const fault = faults[code] ?? 'a boundary is missing, a part is malformed, or it ends early';
  const message = `The body is not a usable multipart/form-data form: ${fault}. Correct it and send it again.`;
  return new FramemillError('invalid_request', message, {}, { cause });
}

/** Registers the parser of multipart bodies. Each upload sets its own limit on the file's size. */
export async function installUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: { files: 1, fields: 4, parts: 5, fieldNameSize: 64, fieldSize: 1_000, headerPairs: 32 },
  });
}

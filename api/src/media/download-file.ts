import path from 'node:path';
import { FramemillError } from '@framemill/timeline';
import { connectionFault, type Outbound, type OutboundAnswer } from '../outbound/outbound.ts';
import type { Share } from '../transfers/fair-budget.ts';
import { describeFlow, type FlowRule, watchFlow } from '../transfers/flow-watch.ts';
import { type ReceivedFile, receiveFile } from './receive-file.ts';

/** Maximum number of redirects followed. Each target is checked like the first address. */
const MAX_REDIRECTS = 3;

/** File on disk that was downloaded from an address. */
export interface DownloadedFile extends ReceivedFile {
  /** Last path segment of the final address; may be empty. */
  name: string;
}

/** Limits on the size, duration and speed of a download. */
export interface DownloadLimits {
  maxBytes: number;
  /** Maximum total duration in ms: name resolution, redirects and transfer. */
  timeoutMs: number;
  /** Minimum transfer speed once the response has begun. */
  slowest: FlowRule;
  /** Entry of the disk budget that the received bytes are charged to. */
  share: Share;
}

/**
 * Downloads a file into `folder`. Received bytes are counted against the limit; a `Content-Length` above it is refused
 * at once.
 * Throws `invalid_request` for an address that may not be fetched, `payload_too_large` above the limit, and
 * `provider_error` for every failure of the remote server. Throws `unavailable` when there is no disk space for the
 * file.
 */
export async function downloadFile(
  outbound: Outbound,
  address: string,
  limits: DownloadLimits,
  folder: string,
): Promise<DownloadedFile> {
  const { maxBytes, timeoutMs, slowest, share } = limits;
  const late = AbortSignal.timeout(timeoutMs);
  const slow = new AbortController();
  const signal = AbortSignal.any([late, slow.signal, share.signal]);
  let answer: OutboundAnswer | undefined;
  let stopWatching = () => {};
  try {
    answer = await follow(outbound, address, signal);
    refuseAnswer(answer, maxBytes);
    const { body } = answer;
    stopWatching = watchFlow(
      {
        movedBytes: share.heldBytes,
        isHeldUp: () => body.readableFlowing === false,
        onSlow: () =>
          slow.abort(upstream(`The download is too slow: less than ${describeFlow(slowest)}. Use a faster server.`)),
      },
      slowest,
    );
    const target = path.join(folder, 'file');
    const file = await receiveFile(body, { target, maxBytes, share, signal, tooLarge: () => tooLarge(maxBytes) });
    if (file.sizeBytes === 0) throw upstream('The address returned an empty file. Check the address.');
    return { ...file, name: nameOf(answer.url) };
  } catch (cause) {
    const reported = signal.aborted ? signal.reason : cause;
    if (reported instanceof FramemillError) throw reported;
    if (late.aborted) throw upstream(`The download did not finish within ${timeoutMs / 1_000} s. Try again.`, cause);
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    throw upstream(`The connection failed before the file was complete: ${connectionFault(code)}. Try again.`, cause);
  } finally {
    stopWatching();
    await answer?.close();
  }
}

async function follow(outbound: Outbound, address: string, signal: AbortSignal): Promise<OutboundAnswer> {
  let url = address;
  for (let redirects = 0; ; redirects += 1) {
    // Decompressing the body could exhaust memory and gains nothing: media is already compressed.
    const answer = await outbound.send(url, { method: 'GET', headers: { 'accept-encoding': 'identity' }, signal });
    if (![301, 302, 303, 307, 308].includes(answer.status)) return answer;
    await answer.close();
    const { location } = answer.headers;
    const next = typeof location === 'string' ? URL.parse(location, answer.url.href) : null;
    if (!next) throw upstream('The address redirects without a usable target. Use the final address.');
    if (redirects === MAX_REDIRECTS)
      throw upstream(`The address redirects more than ${MAX_REDIRECTS} times. Use the final address.`);
    url = next.href;
  }
}

function refuseAnswer({ status, headers }: OutboundAnswer, maxBytes: number): void {
  if (status !== 200)
    throw upstream(`The address answered with status ${status}. Check it.`, undefined, { upstreamStatus: status });
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw upstream(`The address sent a file with Content-Encoding ${encoding}. Use an address without encoding.`);
  }
  if (Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
}

function nameOf(url: URL): string {
  const last = url.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    // Invalid percent-encoding: the raw segment serves as the name.
    return last;
  }
}

function tooLarge(maxBytes: number): FramemillError {
  const limitMb = maxBytes / 1_048_576;
  return new FramemillError('payload_too_large', `The file is larger than ${limitMb} MB. Use a smaller one.`, {
    limitMb,
  });
}

function upstream(message: string, cause?: unknown, details: Record<string, unknown> = {}): FramemillError {
  return new FramemillError('provider_error', message, details, { cause });
}

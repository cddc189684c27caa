import path from 'node:path';
import { FramemillError } from '@framemill/timeline';
import { connectionFault } from '../outbound/connection-fault.ts';
import type { Outbound, OutboundAnswer } from '../outbound/outbound.ts';
import type { Share } from '../transfers/fair-budget.ts';
import { describeFlow, type FlowRule, watchFlow } from '../transfers/flow-watch.ts';
import { type ReceivedFile, receiveFile } from './receive-file.ts';

/** Redirects that are followed; each target is vetted like the first. */
const MAX_REDIRECTS = 3;

/** A file on the disk, fetched from an address. */
export interface DownloadedFile extends ReceivedFile {
  /** The last part of the address that gave it; may be empty. */
  name: string;
}

/** What a download may take. */
export interface DownloadLimits {
  maxBytes: number;
  /** Everything together: names, redirects and bytes. */
  timeoutMs: number;
  /** Least that must come once the answer has begun. */
  slowest: FlowRule;
  /** Where the bytes are charged. */
  share: Share;
}

/**
 * Fetches a file into `folder`. Bytes are counted as they come: what the other side announces is only believed when it is
 * too much. Throws `invalid_request` for an address that may not be fetched, `payload_too_large`, `provider_error` for
 * everything that goes wrong over there, and `unavailable` when there is no room for the file.
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
        onSlow: () => slow.abort(upstream(`The file comes at less than ${describeFlow(slowest)}.`)),
      },
      slowest,
    );
    const target = path.join(folder, 'file');
    const file = await receiveFile(body, { target, maxBytes, share, signal, tooLarge: () => tooLarge(maxBytes) });
    if (file.sizeBytes === 0) throw upstream('The address answered with no bytes.');
    return { ...file, name: nameOf(answer.url) };
  } catch (cause) {
    const reported = signal.aborted ? signal.reason : cause;
    if (reported instanceof FramemillError) throw reported;
    if (late.aborted) throw upstream(`The file did not come within ${timeoutMs / 1_000} s.`, cause);
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    throw upstream(`The connection failed before the file was complete: ${connectionFault(code)}.`, cause);
  } finally {
    stopWatching();
    await answer?.close();
  }
}

async function follow(outbound: Outbound, address: string, signal: AbortSignal): Promise<OutboundAnswer> {
  let url = address;
  for (let redirects = 0; ; redirects += 1) {
    // Compressed bytes would be a bomb to unpack and are no media: media is compressed already.
    const answer = await outbound.send(url, { method: 'GET', headers: { 'accept-encoding': 'identity' }, signal });
    if (![301, 302, 303, 307, 308].includes(answer.status)) return answer;
    await answer.close();
    const { location } = answer.headers;
    const next = typeof location === 'string' ? URL.parse(location, answer.url.href) : null;
    if (!next) throw upstream('The address redirects to nowhere.');
    if (redirects === MAX_REDIRECTS) throw upstream(`The address redirects more than ${MAX_REDIRECTS} times.`);
    url = next.href;
  }
}

function refuseAnswer({ status, headers }: OutboundAnswer, maxBytes: number): void {
  if (status !== 200)
    throw upstream(`The address answered with status ${status}.`, undefined, { upstreamStatus: status });
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw upstream('The address answered in a content encoding, which was not asked for.');
  }
  if (Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
}

function nameOf(url: URL): string {
  const last = url.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    // Not percent-encoded text: as it stands it is a name, too.
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

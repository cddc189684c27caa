import { randomBytes } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../outbound/outbound.ts';
import { DeliveryFault, isRetryableStatus } from './delivery-fault.ts';
import type { PutTarget } from './destination-fields.ts';
import { CHECK_TEXT, checkFileOf, type OutgoingFile, type Sender } from './sender.ts';

/** Placeholder for the file name in a PUT address. */
export const FILE_NAME_MARK = '{fileName}';

/** Whether a PUT address has the file name placeholder, so that each file gets an address of its own. */
export const takesManyFiles = (url: string): boolean => url.includes(FILE_NAME_MARK);

/** Returns the PUT address for one file: the placeholder is replaced by the file's name. */
export function putUrlOf(url: string, path: string): string {
  return url.replaceAll(FILE_NAME_MARK, () => path.split('/').map(encodeURIComponent).join('/'));
}

/** Returns an address without its query, for display. The query contains the signature. */
export function shownUrl(url: string): string {
  const parsed = URL.parse(url);
  // The URL parser escapes the placeholder's braces.
  return parsed ? `${parsed.origin}${parsed.pathname}`.replaceAll('%7BfileName%7D', FILE_NAME_MARK) : '';
}

/** Creates a sender that uploads files by HTTP PUT, usually to a pre-signed address. A redirect counts as a failure. */
export function createPutSender(outbound: Outbound, { url, headers = {} }: PutTarget): Sender {
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

  async function ask(
    address: string,
    request: Omit<OutboundRequest, 'headers'> & { headers?: Record<string, string> },
  ) {
    const answer = await outbound.send(address, { ...request, headers: { ...request.headers, ...own } });
    return closed(answer);
  }

  return {
    async send(file, signal) {
      const address = putUrlOf(url, file.path);
      // A PUT uploads the whole file, so each attempt starts at the beginning.
      file.reached(0);
      const status = await ask(address, {
        method: 'PUT',
        headers: { 'content-type': file.contentType, 'content-length': String(file.sizeBytes) },
        body: counted(await file.open(), file),
        signal,
      });
      if (status < 200 || status > 299) throw refused(status);
      return { url: shownUrl(address) };
    },
    async abandon() {},
    async check(signal) {
      if (!takesManyFiles(url)) {
        // A test file would replace the existing file, and the signature is valid for a PUT only.
        await ask(url, { method: 'HEAD', signal });
        const note = 'The address responds. No test file was written, because the next file has the same address.';
        return { wrote: false, removed: false, note };
      }
      const address = putUrlOf(url, checkFileOf(randomBytes(6).toString('hex')));
      const type = { 'content-type': 'text/plain', 'content-length': String(Buffer.byteLength(CHECK_TEXT)) };
      const status = await ask(address, { method: 'PUT', headers: type, body: CHECK_TEXT, signal });
      if (status < 200 || status > 299) throw refused(status);
      const gone = await ask(address, { method: 'DELETE', signal }).catch(() => 0);
      if (gone >= 200 && gone < 300) return { wrote: true, removed: true, note: null };
      return { wrote: true, removed: false, note: `The test file could not be removed: ${shownUrl(address)}.` };
    },
  };
}

function counted(body: Readable, file: OutgoingFile): Readable {
  let offset = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      offset += chunk.length;
      file.took(chunk.length);
      file.reached(offset);
      done(null, chunk);
    },
  });
  // The request receives an error through the stream that it reads.
  pipeline(body, counter, () => undefined);
  return counter;
}

async function closed(answer: OutboundAnswer): Promise<number> {
  await answer.close();
  return answer.status;
}

function refused(status: number): DeliveryFault {
  if (status >= 300 && status < 400) {
    const message = `The address redirects to another one (status ${status}). Send the address that it redirects to.`;
    return new DeliveryFault(message, { retryable: false });
  }
  const what =
    status === 401 || status === 403
      ? 'Its signature may have expired, or may be for other headers. Set a new address and send the file again.'
      : status === 413 || status === 507
        ? 'The file is too large for the server.'
        : isRetryableStatus(status)
          ? 'The delivery is retried.'
          : 'Check that the address accepts files by PUT.';
  return new DeliveryFault(`The address answered with status ${status}. ${what}`, {
    retryable: isRetryableStatus(status),
  });
}

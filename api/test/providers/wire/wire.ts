import type { VendorAnswer, VendorRequest } from '../vendor-server.ts';

/** How one vendor's API answers on this machine. `basePath` stands before its own paths. */
export interface Wire {
  /** Variables that lead an adapter here. */
  settings(url: string): Record<string, string>;
  answer(request: VendorRequest, url: string): VendorAnswer | Promise<VendorAnswer>;
}

/** A request that the vendor would not take. */
export function badRequest(reason: string): VendorAnswer {
  return { status: 400, body: { error: { message: reason, code: 'invalid_value' } } };
}

/** The JSON body of a request. */
// biome-ignore lint/suspicious/noExplicitAny: a vendor's request is what the handler looks into
export function jsonOf(request: VendorRequest): any {
  return JSON.parse(request.body.toString('utf8'));
}

/** The fields of a multipart body; files as blobs. */
export async function formOf({ headers, body }: VendorRequest): Promise<FormData> {
  const type = { 'content-type': headers['content-type'] ?? '' };
  return new Response(new Uint8Array(body), { headers: type }).formData();
}

let serial = 0;
/** Bytes of a PNG, different ones each time. */
export function newPng(): Buffer {
  serial += 1;
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(`picture ${serial}`)]);
}

/** Bytes of an MP3, different ones each time. */
export function newMp3(): Buffer {
  serial += 1;
  return Buffer.concat([Buffer.from('494433040000000000', 'hex'), Buffer.alloc(300, `sound ${serial}`)]);
}

/** Bytes of an MP4, different ones each time. */
export function newMp4(): Buffer {
  serial += 1;
  return Buffer.concat([
    Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'),
    Buffer.alloc(300, `film ${serial}`),
  ]);
}

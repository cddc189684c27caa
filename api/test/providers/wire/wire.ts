import type { VendorAnswer, VendorRequest } from '../vendor-server.ts';

/** Simulation of one vendor's API. */
export interface Wire {
  /** Returns the environment variables that make an adapter use the server at `url`. */
  settings(url: string): Record<string, string>;
  answer(request: VendorRequest, url: string): VendorAnswer | Promise<VendorAnswer>;
}

/** Returns a response with status 400 for a request that the vendor does not accept. */
export function badRequest(reason: string): VendorAnswer {
  return { status: 400, body: { error: { message: reason, code: 'invalid_value' } } };
}

/** Parses the JSON body of a request. */
// biome-ignore lint/suspicious/noExplicitAny: a vendor's request is what the handler looks into
export function jsonOf(request: VendorRequest): any {
  return JSON.parse(request.body.toString('utf8'));
}

/** Parses the fields of a multipart body; files become blobs. */
export async function formOf({ headers, body }: VendorRequest): Promise<FormData> {
  const type = { 'content-type': headers['content-type'] ?? '' };
  return new Response(new Uint8Array(body), { headers: type }).formData();
}

let serial = 0;
/** Returns bytes that begin like a PNG file and differ in each call. */
export function newPng(): Buffer {
  serial += 1;
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(`picture ${serial}`)]);
}

/** Returns bytes that begin like an MP3 file and differ in each call. */
export function newMp3(): Buffer {
  serial += 1;
  return Buffer.concat([Buffer.from('494433040000000000', 'hex'), Buffer.alloc(300, `sound ${serial}`)]);
}

/** Returns bytes that begin like an MP4 file and differ in each call. */
export function newMp4(): Buffer {
  serial += 1;
  return Buffer.concat([
    Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'),
    Buffer.alloc(300, `film ${serial}`),
  ]);
}

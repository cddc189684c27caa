import { ProviderError } from './provider-error.ts';

/** Decodes a file from base64. Throws `malformed` when it is empty. */
export function base64File(text: string): { data: Buffer } {
  const data = Buffer.from(text, 'base64');
  if (data.length === 0) throw new ProviderError('malformed', 'answered with an empty file');
  return { data };
}

import { ProviderError } from './provider-error.ts';

/** The bytes of a file that came as base64. Throws `malformed` when there are none. */
export function base64File(text: string): { data: Buffer } {
  const data = Buffer.from(text, 'base64');
  if (data.length === 0) throw new ProviderError('malformed', 'answered with an empty file');
  return { data };
}

import type { RenderRecord } from '@framemill/scheduler';

/**
 * Converts a render record to the form of API responses. Addresses become absolute, so that clients can use them
 * directly.
 */
export function renderAnswer({ apiHost }: { apiHost: string }, record: RenderRecord): RenderRecord {
  const outputs = record.outputs?.map((output) => ({ ...output, url: absoluteUrl(apiHost, output.url) })) ?? null;
  const streamUrl = absoluteUrl(apiHost, record.streamUrl);
  return { ...record, url: absoluteUrl(apiHost, record.url), outputs, streamUrl };
}

/**
 * Prefixes a root-relative address with the public address of the service.
 * Absolute addresses and null are returned unchanged.
 */
export function absoluteUrl(apiHost: string, url: string | null): string | null {
  return url?.startsWith('/') ? `${apiHost}${url}` : url;
}

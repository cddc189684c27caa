import type { RenderRecord } from '@framemill/scheduler';

/** A render as it is shown outside: `url` is absolute, so that who receives it needs to know nothing else. */
export function renderAnswer({ apiHost }: { apiHost: string }, record: RenderRecord): RenderRecord {
  const outputs = record.outputs?.map((output) => ({ ...output, url: absoluteUrl(apiHost, output.url) })) ?? null;
  const streamUrl = absoluteUrl(apiHost, record.streamUrl);
  return { ...record, url: absoluteUrl(apiHost, record.url), outputs, streamUrl };
}

/** An address below the public address of the service; what is absolute already, and null, stay as they are. */
export function absoluteUrl(apiHost: string, url: string | null): string | null {
  return url?.startsWith('/') ? `${apiHost}${url}` : url;
}

import type { Document } from '@framemill/timeline';
import { pageDocument } from './documents.ts';
import { storeProject } from './renders.ts';
import type { ChaosAccount, ChaosStack } from './stack/chaos-stack.ts';

/** Response to a preview request, with its duration. */
export interface TimedPreview {
  readonly status: number;
  readonly sec: number;
}

/** Returns a document with a harmless animated page with a script; each `name` gives a different one. */
export function healthyPage(name: number | string): Document {
  const css =
    'b { font-size: 60px; color: #fff; animation: turn 1s linear infinite } @keyframes turn { to { rotate: 1turn } }';
  return pageDocument({ html: `<b>Offer ${name}</b>`, css, js: "document.body.append('!')" });
}

/** Requests a preview frame and measures the time until the response, as an interactive user would experience it. */
export async function askPreview(stack: ChaosStack, account: ChaosAccount, document: Document): Promise<TimedPreview> {
  const ask = await previewOf(stack, account, document);
  const startedAt = performance.now();
  const { status, body } = await ask();
  await body?.cancel();
  return { status, sec: (performance.now() - startedAt) / 1_000 };
}

/** Stores a document as a project and returns a function that requests a preview frame of it. */
export async function previewOf(
  { apiHost, database }: ChaosStack,
  { accountId, key }: ChaosAccount,
  document: Document,
): Promise<(signal?: AbortSignal) => Promise<Response>> {
  const id = await storeProject(database, accountId, document);
  const headers = { authorization: `Bearer ${key}` };
  return (signal) =>
    fetch(`${apiHost}/v1/projects/${id}/preview?format=image&at=0.5`, { headers, ...(signal && { signal }) });
}

/** Returns the longest duration of the previews, in seconds. */
export function maxSec(previews: readonly TimedPreview[]): number {
  return Math.max(...previews.map(({ sec }) => sec));
}

/** Whether every preview was answered with an image. */
export function areDrawn(previews: readonly TimedPreview[]): boolean {
  return previews.every(({ status }) => status === 200);
}

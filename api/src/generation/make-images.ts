import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { callChain } from '../providers/call-chain.ts';
import type { ImageRequest } from '../providers/image/image-adapter.ts';
import { type MadeMedia, makeMedia } from './make-media.ts';

/** Maximum length of a prompt, in characters. */
export const MAX_PROMPT = 2_000;

/** Maximum time for one provider to generate images, in milliseconds. */
const TIMEOUT_MS = 100_000;

/** Request of a caller to generate images. */
export interface ImageOrder {
  kind: 'image' | 'sticker';
  /** Caller's text, which is checked and becomes the name of the media. */
  prompt: string;
  request: ImageRequest;
  credits: number;
  /** Description of the purchase for the ledger. */
  reason: string;
}

/**
 * Generates images by the configured providers, and stores them as media of the caller. Throws the errors of
 * `makeMedia`.
 */
export function makeImages(
  deps: ApiDeps,
  caller: Caller,
  { kind, prompt, request, credits, reason }: ImageOrder,
): Promise<MadeMedia<null>> {
  const field = 'body.prompt';
  return makeMedia(deps, caller, {
    ...{ kind, providers: 'image', text: prompt, field, name: prompt, credits, reason },
    ...{ mediaKinds: ['image'], sample: { file: 'sample.png', count: request.count, extra: null } },
    async produce(signal) {
      const call = { kind: 'image', timeoutMs: TIMEOUT_MS, field, signal } as const;
      const { provider, result } = await callChain(deps.providers.image, request, call, deps);
      // Some providers return more images than requested. Unpaid ones are not stored.
      return { provider, files: result.files.slice(0, request.count), extra: null };
    },
  });
}

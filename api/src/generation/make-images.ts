import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { callChain } from '../providers/call-chain.ts';
import type { ImageRequest } from '../providers/image/image-adapter.ts';
import { type MadeMedia, makeMedia } from './make-media.ts';

/** Most characters of a prompt. */
export const MAX_PROMPT = 2_000;

/** Longest time that one provider may take for pictures, in milliseconds. */
const TIMEOUT_MS = 100_000;

/** Pictures that a caller asks for. */
export interface ImageOrder {
  kind: 'image' | 'sticker';
  /** What the caller wrote: it is checked, and names the media. */
  prompt: string;
  request: ImageRequest;
  credits: number;
  /** What was bought, for the ledger. */
  reason: string;
}

/** Has providers make pictures, and stores them as media of the caller. Throws what `makeMedia` throws. */
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
      // Some give more than they were asked for; what nobody paid for is not stored.
      return { provider, files: result.files.slice(0, request.count), extra: null };
    },
  });
}

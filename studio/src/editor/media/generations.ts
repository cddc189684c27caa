import type { SessionPaths } from '@framemill/api/session-client';
import { create } from 'zustand';
import { api } from '../../client/api.ts';
import { answerOf, sentenceOf } from '../../client/api-error.ts';
import { queryClient } from '../../client/query-client.ts';

type BodyOf<Path extends '/v1/ai/images' | '/v1/ai/stickers' | '/v1/ai/speech' | '/v1/ai/videos'> =
  SessionPaths[Path]['post']['requestBody']['content']['application/json'];

/** Request to generate media. */
export type GenerationOrder =
  | { kind: 'image'; body: BodyOf<'/v1/ai/images'> }
  | { kind: 'sticker'; body: BodyOf<'/v1/ai/stickers'> }
  | { kind: 'speech'; body: BodyOf<'/v1/ai/speech'> }
  | { kind: 'video'; body: BodyOf<'/v1/ai/videos'> };

/** Generation in progress, completed or failed. */
export interface Generation {
  key: number;
  kind: GenerationOrder['kind'];
  title: string;
  state: 'running' | 'done' | 'failed';
  /** Progress, 0-100; null when the provider does not report it. */
  progress: number | null;
  /** Credits charged; null until they are charged. */
  charged: number | null;
  problem: string | null;
}

interface GenerationState {
  generations: readonly Generation[];
  /** Starts a generation. When it completes, its result is media of the account. */
  begin(order: GenerationOrder): void;
  /** Removes completed and failed generations from the list. */
  clear(): void;
}

/** Polling interval for a video generation, in ms. The service's rate limit allows no shorter interval. */
const ASK_MS = 5_000;

let serial = 0;

/** Store of the generations started from this browser window. They continue after a dialog or panel is closed. */
export const useGenerations = create<GenerationState>((set) => {
  const change = (key: number, part: Partial<Generation>) =>
    set(({ generations }) => ({
      generations: generations.map((one) => (one.key === key ? { ...one, ...part } : one)),
    }));

  async function make(key: number, order: GenerationOrder): Promise<void> {
    try {
      const charged = await send(order, (part) => change(key, part));
      change(key, { state: 'done', progress: 100, charged });
      await queryClient.invalidateQueries({ queryKey: ['media'] });
    } catch (error) {
      change(key, { state: 'failed', problem: sentenceOf(error) });
    }
  }

  return {
    generations: [],
    begin(order) {
      const key = ++serial;
      const title = order.kind === 'speech' ? order.body.text : order.body.prompt;
      const begun = { key, kind: order.kind, title, state: 'running', progress: null, charged: null, problem: null };
      set(({ generations }) => ({ generations: [...generations, begun as Generation] }));
      void make(key, order);
    },
    clear: () => set(({ generations }) => ({ generations: generations.filter(({ state }) => state === 'running') })),
  };
});

/**
 * Sends a generation request and waits until the media exists. Resolves to the credits charged. Throws `ApiError` when
 * the service refuses it, and `Error` when a video job fails.
 */
async function send(order: GenerationOrder, hear: (part: Partial<Generation>) => void): Promise<number> {
  switch (order.kind) {
    case 'image':
      return (await answerOf(api.POST('/v1/ai/images', { body: order.body }))).credits.charged;
    case 'sticker':
      return (await answerOf(api.POST('/v1/ai/stickers', { body: order.body }))).credits.charged;
    case 'speech':
      return (await answerOf(api.POST('/v1/ai/speech', { body: order.body }))).credits.charged;
    case 'video':
      return makeVideo(order.body, hear);
  }
}

async function makeVideo(body: BodyOf<'/v1/ai/videos'>, hear: (part: Partial<Generation>) => void): Promise<number> {
  const { job, credits } = await answerOf(api.POST('/v1/ai/videos', { body }));
  hear({ charged: credits.charged });
  for (let at = job; ; ) {
    if (at.status === 'COMPLETED') return credits.charged;
    if (at.status === 'FAILED' || at.status === 'CANCELLED')
      throw new Error(`${at.error ?? 'The video was not generated.'} The credits were refunded.`);
    hear({ progress: at.progress });
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    at = (await answerOf(api.GET('/v1/ai/jobs/{id}', { params: { path: { id: job.id } } }))).job;
  }
}

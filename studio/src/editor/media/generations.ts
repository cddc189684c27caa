import type { SessionPaths } from '@framemill/api/session-client';
import { create } from 'zustand';
import { answerOf } from '../../client/answer-of.ts';
import { api } from '../../client/api.ts';
import { sentenceOf } from '../../client/api-error.ts';
import { queryClient } from '../../client/query-client.ts';

type BodyOf<Path extends '/v1/ai/images' | '/v1/ai/stickers' | '/v1/ai/speech' | '/v1/ai/videos'> =
  SessionPaths[Path]['post']['requestBody']['content']['application/json'];

/** What is to be made. */
export type GenerationOrder =
  | { kind: 'image'; body: BodyOf<'/v1/ai/images'> }
  | { kind: 'sticker'; body: BodyOf<'/v1/ai/stickers'> }
  | { kind: 'speech'; body: BodyOf<'/v1/ai/speech'> }
  | { kind: 'video'; body: BodyOf<'/v1/ai/videos'> };

/** Something that is made, or was. */
export interface Generation {
  key: number;
  kind: GenerationOrder['kind'];
  title: string;
  state: 'running' | 'done' | 'failed';
  /** 0-100 where the maker tells it; null where it does not. */
  progress: number | null;
  /** Credits that it cost; null until they are charged. */
  charged: number | null;
  problem: string | null;
}

interface GenerationState {
  generations: readonly Generation[];
  /** Begins; what it makes is media of the account at the end. */
  begin(order: GenerationOrder): void;
  /** Takes those that ended from the list. */
  clear(): void;
}

/** How often a film that is made is asked for, in milliseconds: the service allows no more. */
const ASK_MS = 5_000;

let serial = 0;

/** What is generated from this window. Closing a dialog or a panel does not stop it. */
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

/** Resolves to the credits that were charged, when it is made. Throws `ApiError`. */
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
      throw new Error(`${at.error ?? 'It was not made.'} The credits were given back.`);
    hear({ progress: at.progress });
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    at = (await answerOf(api.GET('/v1/ai/jobs/{id}', { params: { path: { id: job.id } } }))).job;
  }
}

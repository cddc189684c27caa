/** Kinds of generative calls, for the ledger, records and metrics. */
export const generationKinds = ['planner', 'transcription', 'speech', 'image', 'sticker', 'video'] as const;
/** Kind of a generative call. */
export type GenerationKind = (typeof generationKinds)[number];

/**
 * Functions that compute the price of each kind of generative call, in credits. The price is charged before the call,
 * and refunded when the call gives no result.
 */
export const creditsFor = {
  planner: () => 5,
  /** 1 credit per started 10 s. Script mode without a provider is free and does not use this price. */
  transcription: (durationSec: number) => Math.max(1, Math.ceil(durationSec / 10)),
  /** 1 credit per started 100 characters (code points). */
  speech: (text: string) => Math.max(1, Math.ceil([...text].length / 100)),
  image: (count: number) => 10 * count,
  sticker: () => 8,
  /** 20 credits per second. */
  video: (durationSec: number) => Math.ceil(20 * durationSec),
} satisfies Record<GenerationKind, (amount: never) => number>;

/** What generative calls are, for ledger, records and metrics. */
export const generationKinds = ['planner', 'transcription', 'speech', 'image', 'sticker', 'video'] as const;
/** What a generative call makes. */
export type GenerationKind = (typeof generationKinds)[number];

/** Credits of each generative call. Charged first, refunded when the call gives nothing. */
export const creditsFor = {
  planner: () => 5,
  /** One per started 10 s. Script mode without a provider costs nothing and never comes here. */
  transcription: (durationSec: number) => Math.max(1, Math.ceil(durationSec / 10)),
  /** One per started 100 characters (code points). */
  speech: (text: string) => Math.max(1, Math.ceil([...text].length / 100)),
  image: (count: number) => 10 * count,
  sticker: () => 8,
  /** 20 per second. */
  video: (durationSec: number) => Math.ceil(20 * durationSec),
} satisfies Record<GenerationKind, (amount: never) => number>;

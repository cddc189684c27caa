/** Where an editor opens: what links into it may name. */
export interface OpeningMoment {
  /** Seconds. */
  at?: number;
  /** Id of the clip that is picked. */
  clip?: string;
}

/** Reads the moment of an address; what makes no sense is left out. */
export function momentOf({ at, clip }: Record<string, unknown>): OpeningMoment {
  return {
    ...(typeof at === 'number' && at >= 0 ? { at } : {}),
    ...(typeof clip === 'string' ? { clip } : {}),
  };
}

/** Initial state of the editor, as links to the editor specify it. */
export interface OpeningMoment {
  /** Initial playhead time in seconds. */
  at?: number;
  /** Id of the initially selected clip. */
  clip?: string;
}

/** Parses the search parameters of an editor link. Invalid values are left out. */
export function momentOf({ at, clip }: Record<string, unknown>): OpeningMoment {
  return {
    ...(typeof at === 'number' && at >= 0 ? { at } : {}),
    ...(typeof clip === 'string' ? { clip } : {}),
  };
}

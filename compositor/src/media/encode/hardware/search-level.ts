/** What an encoder made of the material. */
export interface Made {
  /** Peak signal to noise of luma, dB. */
  readonly psnrDb: number;
  readonly bytes: number;
}

/** The level whose quality is nearest to the goal, and how it compares. */
export interface FoundLevel {
  readonly level: number;
  /** dB more than the goal. */
  readonly psnrDb: number;
  /** Times the size of the goal. */
  readonly size: number;
}

/**
 * Finds the whole level between `best` and `worst` whose signal to noise is nearest to the goal's: `make` encodes at a level, and gets worse with it. At most
 * 2 + log2(worst - best) calls.
 */
export async function searchLevel(
  { best, worst }: { best: number; worst: number },
  goal: Made,
  make: (level: number) => Promise<Made>,
): Promise<FoundLevel> {
  const made = new Map<number, Made>();
  const at = async (level: number): Promise<Made> => {
    const known = made.get(level) ?? (await make(level));
    made.set(level, known);
    return known;
  };
  let [low, high] = [best, worst];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if ((await at(middle)).psnrDb >= goal.psnrDb) low = middle;
    else high = middle;
  }
  const compared = await Promise.all(
    [low, high].map(async (level) => {
      const { psnrDb, bytes } = await at(level);
      return { level, psnrDb: psnrDb - goal.psnrDb, size: bytes / goal.bytes };
    }),
  );
  const [nearest] = compared.sort((a, b) => Math.abs(a.psnrDb) - Math.abs(b.psnrDb));
  if (!nearest) throw new Error('There are no levels to search.');
  return nearest;
}

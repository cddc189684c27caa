/** Quality and size of the encoded material. */
export interface Made {
  /** PSNR of luma, in dB. */
  readonly psnrDb: number;
  readonly bytes: number;
}

/** Level whose quality is nearest to the goal, with its results. */
export interface FoundLevel {
  readonly level: number;
  /** PSNR above the goal, in dB. */
  readonly psnrDb: number;
  /** File size relative to the goal. */
  readonly size: number;
}

/**
 * Finds the integer level between `best` and `worst` whose PSNR is nearest to that of the goal. `make` encodes at a
 * level; quality must fall as the level rises. It is called at most 2 + log2(worst - best) times.
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
  if (!nearest) throw new Error('There are no quality levels to compare.');
  return nearest;
}

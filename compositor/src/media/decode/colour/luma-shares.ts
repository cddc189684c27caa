/** Weights of red, green and blue in luma. Their sum is 1. */
export interface LumaShares {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/**
 * Returns the luma weights of a colour matrix, by the names of `matrixOf`. Source: ITU-T H.273, table 4. Unknown names
 * count as BT.2020.
 */
export function lumaSharesOf(matrix: string): LumaShares {
  const [red, blue] = shares[matrix] ?? bt2020;
  return { red, green: 1 - red - blue, blue };
}

const bt2020 = [0.2627, 0.0593] as const;

const shares: Readonly<Record<string, readonly [red: number, blue: number]>> = {
  bt709: [0.2126, 0.0722],
  bt601: [0.299, 0.114],
  fcc: [0.3, 0.11],
  smpte240m: [0.212, 0.087],
  bt2020,
};

import { short } from '../short-number.ts';
import type { FilterWriter } from './filter-writer.ts';

/** Mixes two filter results, `share` (0-1) of `over` and the rest of `under`, and returns the name of the mix. */
export function mixedResult(over: string, under: string, share: number, writer: FilterWriter): string {
  if (share >= 1) return over;
  const [k2, k3] = [short(share), short(1 - share)];
  return writer.add(
    `<feComposite in="${over}" in2="${under}" operator="arithmetic" k1="0" k2="${k2}" k3="${k3}" k4="0"/>`,
  );
}

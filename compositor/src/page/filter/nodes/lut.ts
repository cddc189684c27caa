import type { LutPicture, LutTable } from '../../../graph/picture.ts';
import { short } from '../../short-number.ts';
import { type ColourSteps, colourSteps } from '../colour-steps.ts';
import type { FilterWriter } from '../svg-filter.ts';

/** A table as curves and matrices, mixed with the original by its intensity. */
export function lutPrimitive({ of, table, intensity }: LutPicture, writer: FilterWriter): string {
  const source = writer.resultOf(of);
  if (intensity <= 0) return source;
  const looked = writer.coloured(source, stepsOf(table));
  if (intensity >= 1) return looked;
  const [k2, k3] = [short(intensity), short(1 - intensity)];
  return writer.add(
    `<feComposite in="${looked}" in2="${source}" operator="arithmetic" k1="0" k2="${k2}" k3="${k3}" k4="0"/>`,
  );
}

// Tables that are still come anew with every frame; reading one costs milliseconds.
const recent = new Map<string, ColourSteps>();
const mostRecent = 64;

function stepsOf(table: LutTable): ColourSteps {
  const known = recent.get(table.id);
  if (known) return known;
  const steps = colourSteps(table);
  const [oldest] = recent.size < mostRecent ? [] : recent.keys();
  if (oldest !== undefined) recent.delete(oldest);
  recent.set(table.id, steps);
  return steps;
}

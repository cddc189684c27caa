import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import type { LutTable } from '../../../graph/values.ts';
import { type ColourSteps, colourSteps } from '../colour-steps.ts';
import type { FilterWriter } from '../filter-writer.ts';

/** Approximates a colour table by curves and matrices, mixed with the original by the node's intensity. */
export function lutPrimitive({ of, table, intensity }: GraphNodeOf<'lut'>, writer: FilterWriter): string {
  const source = writer.resultOf(of);
  if (intensity <= 0) return source;
  return writer.coloured(source, { ...stepsOf(table), share: intensity });
}

// Cache of converted tables: an unchanged table arrives with every frame, and its conversion takes milliseconds.
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

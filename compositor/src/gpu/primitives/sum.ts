import type { GraphNodeOf } from '../../graph/graph-node.ts';
import { type Emitter, masked } from './emitter.ts';

/** Returns the expression `k1 a b + k2 a + k3 b + k4` for each channel, clamped to 0-1. */
export function emitSum({ k1, k2, k3, k4 }: GraphNodeOf<'sum'>, { builder, step, value }: Emitter): string {
  const [a, b] = [value(0), value(1)];
  const k = builder.entry(k1, k2, k3, k4);
  const sum = `clamp(${k}.x * ${a} * ${b} + ${k}.y * ${a} + ${k}.z * ${b} + ${k}.w, vec4f(0.0), vec4f(1.0))`;
  return k4 > 0 ? masked(builder, sum, step.extent) : sum;
}

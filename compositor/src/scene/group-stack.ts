import { parseColor } from '@framemill/timeline/rendering';
import { colourOf, mixed, over, transparent } from '../graph/combine.ts';
import {
  coversOutput,
  type Drawable,
  type EffectStack,
  type GraphInput,
  hidesBelow,
  type Layer,
  type MixingMode,
} from '../graph/drawable.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import type { Size } from '../graph/placement.ts';
import { isOpaqueNode } from '../graph/plan.ts';
import { withInputs } from '../graph/with-inputs.ts';
import { unblended } from './transition-painter.ts';

/**
 * Combines items, bottom first, to one image of size `size` over `background` (a CSS colour, which may be transparent):
 * an isolated group. Layers without blend mode that follow each other are one input of its graph. Blend modes and
 * adjustment layers act on the items of the group; where these are transparent, an adjustment layer changes nothing.
 * Returns null for a transparent group without items.
 */
export function groupStack(items: readonly Drawable[], background: string, size: Size): EffectStack | null {
  const { width, height } = size;
  const inputs = new Map<string, GraphInput>();
  const covering = new Set<string>();
  const fill = colourOf(background);
  let image: GraphNode = fill.a > 0 ? { kind: 'solid', colour: fill } : transparent;
  let run: Layer[] = [];
  // Whether all items so far are layers without blend mode.
  let isFlat = fill.a === 0 || fill.a >= 1;

  function inputOf(layers: readonly Layer[]): GraphNode {
    if (layers.length === 0) return transparent;
    const name = `layers ${inputs.size}`;
    inputs.set(name, { layers, origin: { x: 0, y: 0 } });
    if (layers.some((layer) => coversOutput(layer, width, height))) covering.add(name);
    return { kind: 'input', name };
  }

  function endRun(): void {
    image = over(inputOf(run), image);
    run = [];
  }

  function named(layers: ReadonlyMap<string, readonly Layer[]>): [name: string, image: GraphNode][] {
    return [...layers].map(([name, own]) => [name, inputOf(own)]);
  }

  const base = items.findLastIndex((item) => hidesBelow(item, width, height));
  for (const item of items.slice(Math.max(0, base))) {
    if (item.kind === 'layer' && !item.blend) {
      run.push(item);
      continue;
    }
    endRun();
    isFlat = false;
    switch (item.kind) {
      case 'layer':
        image = blended(inputOf([unblended(item)]), image, item.blend);
        break;
      case 'dissolve': {
        const [from, to] = [item.from, item.to].map((side) => inputOf(side ? [side] : []));
        image = blended(mixed(from ?? transparent, to ?? transparent, item.weight), image, item.blend);
        break;
      }
      case 'transition':
        image = blended(withInputs(item.graph, new Map(named(item.inputs))), image, item.blend);
        break;
      case 'adjustment':
        image = adjusted(withInputs(item.graph, new Map([...named(item.inputs), ['below', image]])));
        break;
    }
  }
  const flat = isFlat ? { layers: run, fill: fill.a === 0 ? null : parseColor(background) } : null;
  endRun();
  if (image === transparent) return null;
  const hasAlpha = !isOpaqueNode(image, covering);
  return { graph: image, inputs, size, area: { x: 0, y: 0, ...size }, ...size, hasAlpha, ...(flat && { flat }) };
}

function blended(upper: GraphNode, under: GraphNode, blend: MixingMode | undefined): GraphNode {
  if (!blend || under === transparent) return over(upper, under);
  return { kind: 'composite', over: upper, under, blend, opacity: 1 };
}

/** Limits an adjustment to the pixels of the image below, whose transparency stays. */
function adjusted(graph: GraphNode): GraphNode {
  return graph.kind === 'composite' ? { ...graph, atop: true } : graph;
}

import type { GraphNode, GraphNodeOf } from '../../graph/graph-node.ts';
import type { Size } from '../../graph/placement.ts';
import { filterHalo } from './filter-halo.ts';
import type { FilterWriter } from './filter-writer.ts';
import { patternElement } from './nodes/pattern.ts';
import { type SvgFilterInput, svgFilter } from './svg-filter.ts';
import { type SvgMask, svgMask, unmasked } from './svg-mask.ts';

/** A tree of primitives as what a page does to an element: a filter, drawings on top of it, a mask over both. */
export interface SvgEffects {
  /** What filter, drawings and mask are and refer to: what belongs into `<defs>`. */
  readonly defs: string;
  /** A CSS `filter`; null: none. */
  readonly filter: string | null;
  /** SVG elements in pixels of the box; empty: none. */
  readonly onTop: string;
  /** The id of a `<mask>`; null: none. */
  readonly maskId: string | null;
  /** How much larger than the box on all sides the masked element is. CSS pixels. */
  readonly room: number;
  /** False: something of the tree cannot be said and is missing or only nearly right. */
  readonly exact: boolean;
}

/** What a filter with the masks around it is written of. */
export interface SvgEffectsInput extends SvgFilterInput {
  /** What lies outside of the box is seen: a mask has to cover it. */
  readonly isOpen?: boolean;
}

/** Writes what a tree does to the element that is its input; null when that is nothing. */
export function svgEffects(input: SvgEffectsInput): SvgEffects | null {
  const { id } = input;
  const { inside, onTop, mask, room, definitions } = input.isUndrawn ? aroundFilter(input) : { inside: input.tree };
  const filter = inside.kind === 'input' && !input.before ? null : svgFilter({ ...input, tree: inside });
  if (!filter && !mask && !onTop) return null;
  return {
    defs: [filter?.defs, ...(definitions ?? []), mask?.defs].join(''),
    filter: filter && `url(#${id})`,
    onTop: onTop ?? '',
    maskId: mask?.maskId ?? null,
    room: room ?? 0,
    exact: filter?.exact !== false && mask?.exact !== false,
  };
}

interface AroundFilter {
  /** What is left for a filter. */
  readonly inside: GraphNode;
  readonly onTop?: string;
  readonly mask?: SvgMask | null;
  readonly room?: number;
  /** What `onTop` refers to. */
  readonly definitions?: readonly string[];
}

/** What a filter without drawings cannot say, said by other means: the mattes around a tree as a mask, patterns on top as elements. */
function aroundFilter({ tree, box, bleed = 0, isOpen, drawings, id }: SvgEffectsInput): AroundFilter {
  const { of, mattes } = outerMattes(tree, drawings);
  const definitions: string[] = [];
  const { inside, onTop } = outerPatterns(of, box, (markup) => {
    const name = `${id}-top${definitions.length}`;
    definitions.push(markup(name));
    return name;
  });
  const room = mattes && isOpen ? Math.ceil(filterHalo(inside) + bleed) : 0;
  const mask = mattes && svgMask({ tree: mattes, box, room, drawings, id });
  return { inside, onTop, mask, room, definitions };
}

/** What the mattes around a tree are put on, and the same mattes of `unmasked`; null: the tree has none. */
function outerMattes(
  tree: GraphNode,
  drawings: SvgFilterInput['drawings'],
): { of: GraphNode; mattes: GraphNode | null } {
  if (tree.kind !== 'matte' || !isDrawn(tree, drawings)) return { of: tree, mattes: null };
  const { of, mattes } = outerMattes(tree.of, drawings);
  return { of, mattes: { ...tree, of: mattes ?? unmasked } };
}

/** Whether a matte is by something else than what it is put on. */
function isDrawn({ by }: GraphNodeOf<'matte'>, drawings: SvgFilterInput['drawings']): boolean {
  return by.kind !== 'node' || (by.node.kind === 'input' && drawings?.has(by.node.name) === true);
}

/** What the patterns on top of a tree lie on, and these as elements. */
function outerPatterns(
  tree: GraphNode,
  box: Size,
  definition: FilterWriter['definition'],
): { inside: GraphNode; onTop: string } {
  if (tree.kind === 'composite' && tree.atop && tree.blend === 'normal' && tree.over.kind === 'pattern') {
    const element = patternElement(tree.over, tree.opacity, box, definition);
    if (element !== null) {
      const below = outerPatterns(tree.under, box, definition);
      return { ...below, onTop: below.onTop + element };
    }
  }
  return { inside: tree, onTop: '' };
}

import type { GraphNode, GraphNodeOf } from '../../graph/graph-node.ts';
import type { Size } from '../../graph/placement.ts';
import { filterHalo } from './filter-halo.ts';
import type { FilterWriter } from './filter-writer.ts';
import { patternElement } from './nodes/generators.ts';
import { type SvgFilterInput, svgFilter } from './svg-filter.ts';
import { type SvgMask, svgMask, unmasked } from './svg-mask.ts';

/** Effect graph converted to features of a page: a filter on an element, drawings on top of it, and a mask on both. */
export interface SvgEffects {
  /** Markup of the filter, the drawings and the mask, for use inside `<defs>`. */
  readonly defs: string;
  /** CSS `filter` value; null without a filter. */
  readonly filter: string | null;
  /** SVG elements that are drawn on top of the filtered element, in pixels of the box; empty when there are none. */
  readonly onTop: string;
  /** Id of a `<mask>`; null without a mask. */
  readonly maskId: string | null;
  /** Padding of the masked element around the box on all sides, in CSS pixels. */
  readonly room: number;
  /** Whether the page shows the effect graph exactly. false when something is missing or approximated. */
  readonly exact: boolean;
}

/** Input from which the filter and mask of an element are written. */
export interface SvgEffectsInput extends SvgFilterInput {
  /** Whether the area outside the box is visible, so that a mask must cover this area too. */
  readonly isOpen?: boolean;
}

/** Converts an effect graph to SVG effects on the element that is its input. Returns null when there are none. */
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
  /** Part of the graph that is left for the filter. */
  readonly inside: GraphNode;
  readonly onTop?: string;
  readonly mask?: SvgMask | null;
  readonly room?: number;
  /** Definitions to which `onTop` refers. */
  readonly definitions?: readonly string[];
}

/**
 * Splits off the parts of a graph that a filter without drawings cannot express: the outer mattes become a mask, the
 * patterns on top become elements.
 */
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

/**
 * Splits the outer mattes off a graph. `of` is the graph inside them. `mattes` is the same mattes applied to
 * `unmasked`; null when there are none.
 */
function outerMattes(
  tree: GraphNode,
  drawings: SvgFilterInput['drawings'],
): { of: GraphNode; mattes: GraphNode | null } {
  if (tree.kind !== 'matte' || !isDrawn(tree, drawings)) return { of: tree, mattes: null };
  const { of, mattes } = outerMattes(tree.of, drawings);
  return { of, mattes: { ...tree, of: mattes ?? unmasked } };
}

/** Whether a matte's coverage does not depend on the image that it masks. */
function isDrawn({ by }: GraphNodeOf<'matte'>, drawings: SvgFilterInput['drawings']): boolean {
  return by.kind !== 'node' || (by.node.kind === 'input' && drawings?.has(by.node.name) === true);
}

/**
 * Splits the topmost patterns off a graph. Returns the graph below them (`inside`) and the patterns as SVG elements
 * (`onTop`).
 */
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

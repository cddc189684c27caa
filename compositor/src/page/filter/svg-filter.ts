import type { Box } from '../../graph/box.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import { translation } from '../../graph/matrix.ts';
import type { Size } from '../../graph/placement.ts';
import { short } from '../short-number.ts';
import { colourPrimitives } from './colour-primitives.ts';
import type { ColourSteps } from './colour-steps.ts';
import { filterHalo } from './filter-halo.ts';
import type { FilterWriter } from './filter-writer.ts';
import { mixedResult } from './mixed-result.ts';
import { primitiveOf } from './nodes/index.ts';

/** A tree of primitives as an SVG filter. */
export interface SvgFilter {
  /** A `<filter>` and the drawings that it refers to: what belongs into `<defs>`. */
  readonly defs: string;
  /** False: something of the tree cannot be said by a filter and is missing or only nearly right. */
  readonly exact: boolean;
}

/** What a filter is written of. */
export interface SvgFilterInput {
  readonly tree: GraphNode;
  /** The element's own size: the box of the tree. CSS pixels. */
  readonly box: Size;
  /** How far the element's own picture leaves its box, CSS pixels; 0 when absent. */
  readonly bleed?: number;
  /** The filter is of a video, a page or what lies below the element: there Chromium shows no drawings, so that they are left out. */
  readonly isUndrawn?: boolean;
  /** Names of the tree's inputs that fill the whole box. */
  readonly opaque: ReadonlySet<string>;
  /** Inputs that are not the element: their drawings, by name. */
  readonly drawings?: ReadonlyMap<string, (writer: FilterWriter) => string>;
  /** What is done to the element's colours before the tree sees them. */
  readonly before?: ColourSteps | null;
  /** Id of the filter; ids of its drawings begin with it. */
  readonly id: string;
}

/** Writes the filter of a tree whose one input is the element that it is put on. */
export function svgFilter({
  tree,
  box,
  bleed = 0,
  isUndrawn,
  opaque,
  drawings,
  before,
  id,
}: SvgFilterInput): SvgFilter {
  const region = filterRegion({ tree, box, bleed });
  const primitives: string[] = [];
  const definitions: string[] = [];
  const results = new Map<GraphNode, string>();
  let exact = before?.exact ?? true;
  let graphic = 'SourceGraphic';

  const writer: FilterWriter = {
    box,
    opaque,
    region,
    add(markup) {
      const result = `r${primitives.length}`;
      primitives.push(markup.replace(/\/?>/, (end) => ` result="${result}"${end}`));
      return result;
    },
    resultOf(part) {
      const drawn = part.kind === 'input' ? drawings?.get(part.name) : undefined;
      if (part.kind === 'input' && drawn === undefined) return graphic;
      const known = results.get(part);
      if (known !== undefined) return known;
      const result = part.kind === 'input' ? (drawn?.(writer) ?? graphic) : primitiveOf(part, writer);
      results.set(part, result);
      return result;
    },
    coloured(source, { steps, share = 1, exact: areExact }) {
      if (!areExact) exact = false;
      const whole = steps.reduce((current, step) => writer.add(colourPrimitives(step, current)), source);
      return mixedResult(whole, source, share, writer);
    },
    toRegion: translation(-region.left, -region.top),
    drawing(name, attributes, otherwise = 0) {
      if (isUndrawn) {
        exact = false;
        return writer.add(`<feFlood flood-opacity="${otherwise}"/>`);
      }
      const drawn = `${id}-${definitions.length}`;
      definitions.push(`<${name} id="${drawn}" ${attributes}/>`);
      return writer.add(`<feImage href="#${drawn}"/>`);
    },
    definition(markup) {
      const name = `${id}-${definitions.length}`;
      definitions.push(markup(name));
      return name;
    },
    inexact() {
      exact = false;
    },
  };

  if (before) graphic = writer.coloured(graphic, before);
  const last = writer.resultOf(tree);
  // The last primitive written is what a filter shows.
  if (primitives.length === 0 || last !== `r${primitives.length - 1}`) {
    writer.add(`<feOffset in="${last}" dx="0" dy="0"/>`);
  }
  const place = [
    ['x', region.left],
    ['y', region.top],
    ['width', region.right - region.left],
    ['height', region.bottom - region.top],
  ] as const;
  const attributes = place.map(([name, value]) => `${name}="${short(value)}"`).join(' ');
  const open = `<filter id="${id}" filterUnits="userSpaceOnUse" ${attributes} color-interpolation-filters="sRGB">`;
  return { defs: `${definitions.join('')}${open}${primitives.join('')}</filter>`, exact };
}

/** Where a tree's picture may be, and a little more. */
export function filterRegion({ tree, box, bleed = 0 }: Pick<SvgFilterInput, 'tree' | 'box' | 'bleed'>): Box {
  const halo = Math.ceil(filterHalo(tree) + bleed) + 2;
  return { left: -halo, top: -halo, right: box.width + halo, bottom: box.height + halo };
}

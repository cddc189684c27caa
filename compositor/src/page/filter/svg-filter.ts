import type { Box } from '../../graph/box.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import { translation } from '../../graph/matrix.ts';
import type { Size } from '../../graph/placement.ts';
import { short } from '../markup-values.ts';
import type { ColourStep, ColourSteps } from './colour-steps.ts';
import { filterHalo } from './filter-halo.ts';
import { type FilterWriter, mixedResult } from './filter-writer.ts';
import { primitiveOf } from './nodes/index.ts';

/** Effect graph converted to an SVG filter. */
export interface SvgFilter {
  /** Markup of a `<filter>` element and the drawings to which it refers, for use inside `<defs>`. */
  readonly defs: string;
  /** Whether the filter shows the effect graph exactly. false when something is missing or approximated. */
  readonly exact: boolean;
}

/** Input from which a filter is written. */
export interface SvgFilterInput {
  readonly tree: GraphNode;
  /** Size of the element, which is the box of the effect graph. CSS pixels. */
  readonly box: Size;
  /** Distance by which the element's content extends beyond its box, in CSS pixels. Default 0. */
  readonly bleed?: number;
  /**
   * Whether drawings are left out of the filter. Set it for a video, an html clip and the content below an adjustment
   * layer, in whose filters Chromium does not show drawings.
   */
  readonly isUndrawn?: boolean;
  /** Names of the graph's inputs that fill the whole box with opaque pixels. */
  readonly opaque: ReadonlySet<string>;
  /**
   * Functions that draw the graph's other inputs (those that are not the element), by input name. Each returns the name
   * of its result.
   */
  readonly drawings?: ReadonlyMap<string, (writer: FilterWriter) => string>;
  /** Colour steps that are applied to the element before the effect graph. */
  readonly before?: ColourSteps | null;
  /** Id of the filter. The ids of its drawings begin with it. */
  readonly id: string;
}

/**
 * Converts an effect graph to a filter on an element. The element is the graph's only input besides those in
 * `drawings`.
 */
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
  // A filter outputs the primitive that was written last.
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

/** Returns the rectangle that the output of an effect graph may cover, enlarged by 2 pixels on each side. */
export function filterRegion({ tree, box, bleed = 0 }: Pick<SvgFilterInput, 'tree' | 'box' | 'bleed'>): Box {
  const halo = Math.ceil(filterHalo(tree) + bleed) + 2;
  return { left: -halo, top: -halo, right: box.width + halo, bottom: box.height + halo };
}

/** Writes a colour step as an SVG filter primitive on the result `source`. Alpha stays unchanged. */
function colourPrimitives(step: ColourStep, source: string): string {
  if (step.kind === 'curves') {
    const [r, g, b] = step.curves.map((curve) => curve.map(short).join(' '));
    const tables = [
      ['R', r],
      ['G', g],
      ['B', b],
    ].map(([channel, values]) => `<feFunc${channel} type="table" tableValues="${values}"/>`);
    return `<feComponentTransfer in="${source}">${tables.join('')}</feComponentTransfer>`;
  }
  const rows = step.rows.map(([r, g, b, constant]) => [r, g, b, 0, constant].map(short).join(' '));
  const space = step.linear ? ' color-interpolation-filters="linearRGB"' : '';
  return `<feColorMatrix in="${source}" type="matrix" values="${rows.join(' ')} 0 0 0 1 0"${space}/>`;
}

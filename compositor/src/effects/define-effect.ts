import { color, colorOrAuto } from '@framemill/timeline/document';
import { type EffectType, FramemillError, parseColor, schemaFault } from '@framemill/timeline/rendering';
import { Compile, type Static, type TObject, type TProperties, Type } from '@framemill/timeline/typebox';
import type { GraphNode, Moment } from '../graph/graph-node.ts';
import type { Colour, Edge } from '../graph/values.ts';

/** Effect, defined by its parameters and a function that builds its effect graph for an input image. */
export interface Effect {
  readonly type: EffectType;
  readonly description: string;
  /** JSON schema of the effect's parameters: unit, range and default of each. Lengths are in pixels of the document. */
  readonly params: TObject;
  /**
   * Set for effects that depend on the image's outline. An image that fills its box is then cut at its visible edge
   * before the effect is applied.
   */
  readonly followsOutline?: true;
  /**
   * Builds the effect graph. Pure: equal arguments give equal graphs. Returns `input` itself when the parameters change
   * nothing. Parameters missing in `params` have their defaults. Throws `invalid_request`, naming the parameter, when a
   * value does not match the schema.
   */
  graph(input: GraphNode, params: Readonly<Record<string, unknown>>, moment: Moment): GraphNode;
  /**
   * Returns the effect as a CSS `filter` function, for images that do not fill their box; absent if CSS has no such
   * filter.
   */
  readonly css?: (params: Readonly<Record<string, unknown>>) => string;
}

/** Defines an effect. Its `graph` function receives validated, typed and complete parameters. */
export function defineEffect<P extends TProperties>(effect: {
  type: EffectType;
  description: string;
  params: P;
  followsOutline?: true;
  graph(input: GraphNode, params: Static<TObject<P>>, moment: Moment): GraphNode;
  css?: (params: Static<TObject<P>>) => string;
}): Effect {
  const { type, description, followsOutline, css } = effect;
  const schema = Type.Object(effect.params, { additionalProperties: false, description });
  const validator = Compile(schema);
  const defaults = Object.fromEntries(
    Object.entries(effect.params).map(([name, property]) => [name, Reflect.get(property, 'default')]),
  );
  function checked(params: Readonly<Record<string, unknown>>): Static<TObject<P>> {
    const complete: unknown = { ...defaults, ...params };
    if (validator.Check(complete)) return complete;
    const [error] = validator.Errors(complete);
    const where = error?.instancePath ? ` ${error.instancePath.slice(1)}` : '';
    const fault = error ? schemaFault(error) : 'has invalid parameters';
    throw new FramemillError(
      'invalid_request',
      `Effect "${type}":${where} ${fault}. Use updateEffect to correct the parameters of the effect.`,
      { effect: type },
    );
  }
  return {
    type,
    description,
    params: schema,
    followsOutline,
    graph: (input, params, moment) => effect.graph(input, checked(params), moment),
    ...(css && { css: (params) => css(checked(params)) }),
  };
}

/** Creates a number parameter with a default, a range and a description that includes the unit. */
export function number(initial: number, minimum: number, maximum: number, description: string) {
  return Type.Number({ default: initial, minimum, maximum, description });
}

/** Creates a parameter for a strength or fraction of 0-1. */
export function share(initial: number, description: string) {
  return number(initial, 0, 1, `${description} 0-1.`);
}

/** Creates a parameter for a length, in pixels of the document. */
export function pixels(initial: number, minimum: number, maximum: number, description: string) {
  return number(initial, minimum, maximum, `${description} Pixels.`);
}

/** Creates a parameter for a direction or rotation, in degrees clockwise; 0 is to the right. */
export function angle(initial: number, description: string) {
  return number(initial, -360, 360, `${description} Degrees, clockwise.`);
}

/** Creates a parameter for a CSS colour. */
export function colour(initial: string, description: string) {
  return { ...color(description), default: initial };
}

/** Creates a parameter for a CSS colour or `auto`. */
export function colourOrAuto(initial: string, description: string) {
  return { ...colorOrAuto(description), default: initial };
}

/** Creates a parameter whose value is one of the given names. */
export function oneOf<const Names extends string[]>(
  names: readonly [...Names],
  initial: Names[number],
  description: string,
) {
  return Type.Enum(names, { default: initial, description });
}

/** Creates a boolean parameter. */
export function flag(initial: boolean, description: string) {
  return Type.Boolean({ default: initial, description });
}

/** Parses a CSS colour into channels of 0-1. */
export function cssColour(css: string): Colour {
  const { r, g, b, a } = parseColor(css);
  return { r: r / 255, g: g / 255, b: b / 255, a };
}

/** Opaque black. */
export const black: Colour = { r: 0, g: 0, b: 0, a: 1 };
/** Opaque white. */
export const white: Colour = { r: 1, g: 1, b: 1, a: 1 };

/**
 * Width, in pixels, by which a colour area extends beyond an image's box before it is clipped to the image's outline.
 * The outline may be larger than the box, as for text with strokes. A large value costs nothing, because nothing
 * outside the outline is drawn.
 */
export const around = 16_384;

/** Returns the edge mode of a blur: `clamp` for an image that fills its box, otherwise `transparent`. */
export function blurEdge(moment: Moment): 'transparent' | 'clamp' {
  return moment.edge ?? 'transparent';
}

/**
 * Returns the edge mode for effects that displace pixels. An image that fills its box is mirrored at its edges, so that
 * no empty border appears; other images have transparency around them.
 */
export function bendEdge(moment: Moment): Edge {
  return moment.edge === 'clamp' ? 'mirror' : 'transparent';
}

/**
 * Returns the number of pixels that a pattern must cover beyond each side of an image's box. It is 0 for an image that
 * fills its box. For other images it is `around`, because their outline may extend beyond the box.
 */
export function paddingBeyond(moment: Moment): number {
  return moment.edge === 'clamp' ? 0 : around;
}

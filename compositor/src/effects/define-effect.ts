import { type EffectType, FramemillError, schemaFault } from '@framemill/timeline/rendering';
import { Compile, type Static, type TObject, type TProperties, Type } from '@framemill/timeline/typebox';
import type { GraphNode, Moment } from '../graph/graph-node.ts';

/** Effect as data: its parameters, and the effect graph that it builds from an image. */
export interface Effect {
  readonly type: EffectType;
  readonly description: string;
  /** JSON schema of its parameters: unit, range and default of each. Lengths are pixels of the document. */
  readonly params: TObject;
  /**
   * Present when the effect depends on the image's outline: an image that fills its box must then end at its visible
   * edge.
   */
  readonly followsOutline?: true;
  /**
   * Builds the graph. Pure: equal arguments give equal graphs. Returns `input` itself when the parameters change
   * nothing. Missing `params` take their default. Throws `invalid_request`, naming the parameter, when one does not
   * match the schema.
   */
  graph(input: GraphNode, params: Readonly<Record<string, unknown>>, moment: Moment): GraphNode;
  /** Returns the effect as a CSS `filter` function, for images that do not fill their box; absent when CSS has none. */
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
    throw new FramemillError(
      'invalid_request',
      `Effect "${type}":${where} ${error ? schemaFault(error) : 'has invalid parameters'}. Use updateEffect to set it.`,
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

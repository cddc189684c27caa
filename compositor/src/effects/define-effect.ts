import { type EffectType, FramemillError, schemaFault } from '@framemill/timeline/rendering';
import { Compile, type Static, type TObject, type TProperties, Type } from '@framemill/timeline/typebox';
import type { GraphNode, Moment } from '../graph/graph-node.ts';

/** An effect as data: what it takes, and the tree of primitives that it makes of a picture. */
export interface Effect {
  readonly type: EffectType;
  readonly description: string;
  /** JSON schema of its parameters: unit and range of each, and a default. Lengths are pixels of the document. */
  readonly params: TObject;
  /** It goes by the picture's outline: a picture that fills its box must end where it is seen to end. */
  readonly followsOutline?: true;
  /**
   * Pure: the same arguments, the same tree; `input` itself when the parameters change nothing. `params` that are
   * missing take their default. Throws `invalid_request`, naming the parameter, when one is none of the schema's.
   */
  graph(input: GraphNode, params: Readonly<Record<string, unknown>>, moment: Moment): GraphNode;
  /** The same on a picture that does not fill its box, as a function of CSS `filter`; undefined: CSS has none. */
  readonly css?: (params: Readonly<Record<string, unknown>>) => string;
}

/** Defines an effect; its `picture` gets the parameters typed and complete. */
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
      `Effect "${type}":${where} ${error ? schemaFault(error) : 'does not fit its parameters'}. Use updateEffect to set it.`,
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

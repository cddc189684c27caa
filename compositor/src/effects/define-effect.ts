import type { EffectType } from '@framemill/timeline';
import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Moment, Picture } from '../graph/picture.ts';

/** An effect as data: what it takes, and the tree of primitives that it makes of a picture. */
export interface Effect {
  readonly type: EffectType;
  readonly description: string;
  /** JSON schema of its parameters, every one with a default. Lengths are pixels of the document. */
  readonly params: TObject;
  /** Pure: the same arguments, the same tree. `params` must satisfy the schema; missing ones take their default. */
  picture(input: Picture, params: Readonly<Record<string, unknown>>, moment: Moment): Picture;
}

/** Defines an effect; its `picture` gets the parameters typed and complete. */
export function defineEffect<P extends TProperties>(effect: {
  type: EffectType;
  description: string;
  params: P;
  picture(input: Picture, params: Static<TObject<P>>, moment: Moment): Picture;
}): Effect {
  const { type, description } = effect;
  const schema = Type.Object(effect.params, { additionalProperties: false, description });
  return {
    type,
    description,
    params: schema,
    picture(input, params, moment) {
      return effect.picture(input, Value.Parse(schema, Value.Default(schema, { ...params })), moment);
    },
  };
}

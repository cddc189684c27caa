import { type Static, type TSchema, Value } from '@framemill/timeline/typebox';
import { ProviderError } from './provider-error.ts';

/** Makes a check of a provider's JSON: returns it when it fits `schema` (other fields are ignored), else throws `malformed`. */
export function answerReader<Schema extends TSchema>(schema: Schema): (json: unknown) => Static<Schema> {
  return (json) => {
    if (Value.Check(schema, json)) return json;
    const first = Value.Errors(schema, json)[0];
    const place = first?.instancePath === '' ? 'as a whole' : `at ${first?.instancePath}`;
    throw new ProviderError('malformed', `answered with JSON that does not fit its API (${place})`);
  };
}

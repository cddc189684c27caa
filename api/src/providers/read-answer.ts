import { type Static, type TSchema, Value } from '@framemill/timeline/typebox';
import { ProviderError } from './provider-error.ts';

/**
 * Creates a function that checks a provider's JSON against `schema` and returns it. Other fields are ignored. Throws
 * `malformed` when the JSON does not match.
 */
export function answerReader<Schema extends TSchema>(schema: Schema): (json: unknown) => Static<Schema> {
  return (json) => {
    if (Value.Check(schema, json)) return json;
    const first = Value.Errors(schema, json)[0];
    const place = first?.instancePath === '' ? 'as a whole' : `at ${first?.instancePath}`;
    throw new ProviderError('malformed', `answered with JSON that does not match its API (${place})`);
  };
}

import { Compile, Type } from '@framemill/timeline/typebox';

const Payload = Compile(
  Type.Object({ scope: Type.Optional(Type.String()), aud: Type.Union([Type.String(), Type.Array(Type.String())]) }),
);

/**
 * Reads the scopes and the resource (audience) from the payload of a stored access token.
 * Throws an `Error` when the payload has no audience, which means that the record is not a token.
 */
export function parseAccessToken(payload: unknown): { scopes: string[]; resource: string | null } {
  if (!Payload.Check(payload)) throw new Error('A stored access token has no audience.');
  const resource = Array.isArray(payload.aud) ? (payload.aud[0] ?? null) : payload.aud;
  return { scopes: payload.scope?.split(' ') ?? [], resource };
}

import { Compile, Type } from '@framemill/timeline/typebox';

const Payload = Compile(
  Type.Object({ scope: Type.Optional(Type.String()), aud: Type.Union([Type.String(), Type.Array(Type.String())]) }),
);

/** What a stored access token says: its scopes, and the resource that it opens. Throws when the record is no token. */
export function parseAccessToken(payload: unknown): { scopes: string[]; resource: string | null } {
  if (!Payload.Check(payload)) throw new Error('A stored access token has no audience.');
  const resource = Array.isArray(payload.aud) ? (payload.aud[0] ?? null) : payload.aud;
  return { scopes: payload.scope?.split(' ') ?? [], resource };
}

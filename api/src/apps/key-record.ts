import { Type } from '@framemill/timeline/typebox';
import { isScope, scopeNames } from '../auth/scopes.ts';

/** API key record of lists. It never contains the key's text. */
export const KeySchema = Type.Object({
  id: Type.String(),
  appId: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null: a personal key' }),
  environment: Type.Enum(['live', 'test']),
  scopes: Type.Array(Type.Enum(scopeNames)),
  last4: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  revokedAt: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
});

interface KeyRow {
  id: string;
  appId: string | null;
  environment: string;
  scopes: string[];
  last4: string;
  createdAt: Date;
  revokedAt?: Date | null;
}

/** Builds the record of an API key from its row. */
export function keyRecord({ id, appId, environment, scopes, last4, createdAt, revokedAt }: KeyRow) {
  return {
    ...{ id, appId, last4, scopes: scopes.filter(isScope) },
    environment: environment === 'test' ? ('test' as const) : ('live' as const),
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

import { Type } from '@framemill/timeline/typebox';
import { scopeNames } from '../auth/scopes.ts';

const nullableNumber = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });

/** Account as GET /v1/me shows it. */
export const AccountSchema = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    plan: Type.Object({ id: Type.String(), name: Type.String(), features: Type.Array(Type.String()) }),
    credits: Type.Object({
      remaining: Type.Integer(),
      perMonth: Type.Integer(),
      resetsAt: Type.String({ format: 'date-time' }),
    }),
    exports: Type.Object({
      used: Type.Integer(),
      limit: nullableNumber('null: unlimited'),
      resetsAt: Type.String({ format: 'date-time' }),
    }),
    limits: Type.Object({
      maxProjects: nullableNumber('null: unlimited'),
      maxExportHeight: Type.Integer({ description: 'Limit on the shorter side, pixels.' }),
      maxUploadMb: Type.Integer(),
      maxConcurrentRenders: nullableNumber('null: as many as wait for the farm'),
    }),
  },
  {
    title: 'Account',
    examples: [
      {
        ...{ id: 'acc_0123456789abcdef0123456789abcdef', email: 'ann@example.org', name: 'Ann' },
        plan: { id: 'studio', name: 'Studio', features: ['ai_console', 'no_watermark', 'api_access'] },
        credits: { remaining: 5_970, perMonth: 6_000, resetsAt: '2026-12-15T10:00:00.000Z' },
        exports: { used: 12, limit: 1_000, resetsAt: '2026-12-15T10:00:00.000Z' },
        limits: { maxProjects: 1_000, maxExportHeight: 2_160, maxUploadMb: 512, maxConcurrentRenders: 5 },
      },
    ],
  },
);

/** Credential of the request as GET /v1/me shows it. */
export const CredentialSchema = Type.Object({
  type: Type.String({ description: '`api_key` or `oauth`; `session` in the Studio.' }),
  keyId: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null for OAuth tokens and sessions' }),
  appId: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  environment: Type.Enum(['live', 'test']),
  scopes: Type.Array(Type.Enum(scopeNames)),
});

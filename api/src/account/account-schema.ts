import Type from 'typebox';
import { scopeNames } from '../auth/scopes.ts';

const nullableNumber = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });

/** The account as GET /v1/me shows it. */
export const AccountSchema = Type.Object({
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
    maxConcurrentRenders: Type.Integer(),
  }),
});

/** The credential of the request as GET /v1/me shows it. */
export const CredentialSchema = Type.Object({
  type: Type.String({ description: '`api_key` or `oauth`.' }),
  keyId: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null for OAuth tokens' }),
  appId: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  environment: Type.Enum(['live', 'test']),
  scopes: Type.Array(Type.Enum(scopeNames)),
});

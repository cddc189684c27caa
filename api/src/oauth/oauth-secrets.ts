import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { untilAnswered } from '@framemill/infra';
import { Compile, type Static, Type } from '@framemill/timeline/typebox';
import { sharedSecret } from '../auth/shared-secret.ts';
import type { ApiDeps } from '../deps.ts';

const NAME = 'oauth';

const SecretsSchema = Type.Object({
  cookieKeys: Type.Array(Type.String(), { minItems: 1 }),
  jwks: Type.Object({
    keys: Type.Array(Type.Object({ kty: Type.Literal('EC'), use: Type.String(), alg: Type.String() })),
  }),
});
const Secrets = Compile(SecretsSchema);

/** Keys with which the OAuth server signs cookies and tokens. */
export type OauthSecrets = Static<typeof SecretsSchema>;

/**
 * Loads the OAuth secrets that all processes share; the first process creates them.
 * Throws an `Error` when the stored secrets are damaged.
 */
export async function loadOauthSecrets(deps: Pick<ApiDeps, 'database' | 'secrets'>): Promise<OauthSecrets> {
  const value = await untilAnswered(() => sharedSecret(deps, NAME, newSecrets));
  if (Secrets.Check(value)) return value;
  throw new Error(
    `The record "${NAME}" of the table SharedSecret is damaged. Delete it; all OAuth users must then sign in again.`,
  );
}

function newSecrets() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y, d } = privateKey.export({ format: 'jwk' });
  return {
    cookieKeys: [randomBytes(32).toString('base64url')],
    jwks: {
      keys: [{ kty: kty ?? 'EC', crv: crv ?? '', x: x ?? '', y: y ?? '', d: d ?? '', use: 'sig', alg: 'ES256' }],
    },
  };
}

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Database } from '@framemill/infra';
import { Compile, type Static, Type } from '@framemill/timeline/typebox';
import type { SecretBox } from '../secrets/secret-box.ts';

const NAME = 'oauth';

const SecretsSchema = Type.Object({
  cookieKeys: Type.Array(Type.String(), { minItems: 1 }),
  jwks: Type.Object({
    keys: Type.Array(Type.Object({ kty: Type.Literal('EC'), use: Type.String(), alg: Type.String() })),
  }),
});
const Secrets = Compile(SecretsSchema);

/** What the OAuth server signs cookies and tokens with. */
export type OauthSecrets = Static<typeof SecretsSchema>;

/** The secrets that all processes share; the first process to ask makes them. Throws when the stored ones are damaged. */
export async function loadOauthSecrets({ client }: Database, secrets: SecretBox): Promise<OauthSecrets> {
  const where = { name: NAME };
  if (!(await client.sharedSecret.findUnique({ where }))) {
    const value = secrets.seal('SharedSecret', NAME, JSON.stringify(newSecrets()));
    await client.sharedSecret.createMany({ data: [{ name: NAME, value }], skipDuplicates: true });
  }
  const { value } = await client.sharedSecret.findUniqueOrThrow({ where });
  // As an object: from before they were sealed.
  const opened = typeof value === 'string' ? readJson(secrets.open('SharedSecret', NAME, value)) : value;
  if (Secrets.Check(opened)) return opened;
  throw new Error(
    `The shared secret "${NAME}" is damaged. Delete its row: everybody who uses OAuth then signs in again.`,
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
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

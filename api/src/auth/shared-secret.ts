import type { ApiDeps } from '../deps.ts';

/**
 * Returns the secret named `name` that all processes share; it is stored encrypted in the database.
 * The first process that needs the secret creates it with `make`. Returns null when the stored text is not JSON; the
 * caller must check the structure of the result.
 */
export async function sharedSecret(
  { database: { client }, secrets }: Pick<ApiDeps, 'database' | 'secrets'>,
  name: string,
  make: () => unknown,
): Promise<unknown> {
  const where = { name };
  if (!(await client.sharedSecret.findUnique({ where }))) {
    const value = secrets.seal('SharedSecret', name, JSON.stringify(make()));
    await client.sharedSecret.createMany({ data: [{ name, value }], skipDuplicates: true });
  }
  const { value } = await client.sharedSecret.findUniqueOrThrow({ where });
  // Unencrypted object, stored before shared secrets were encrypted.
  return typeof value === 'string' ? readJson(secrets.open('SharedSecret', name, value)) : value;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

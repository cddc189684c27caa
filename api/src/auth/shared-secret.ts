import type { ApiDeps } from '../deps.ts';

/**
 * A secret of this name that all processes share, sealed in the database; the first process to ask makes it. Null when what was
 * stored is no JSON; the caller checks its shape.
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
  // As an object: from before they were sealed.
  return typeof value === 'string' ? readJson(secrets.open('SharedSecret', name, value)) : value;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

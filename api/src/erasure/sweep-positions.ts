import type { Database } from '@framemill/infra';

const idText = /(?:acc|rnd|med)_[\w-]+/g;

/**
 * Removes the ids of accounts, renders and media that no longer exist from the stored positions of the sweep. A part
 * that lists objects begins at the first key again; the others continue at the same time.
 */
export async function forgetPositions({ client }: Database): Promise<void> {
  const parts = await client.sweepPart.findMany({ where: { position: { not: null } } });
  const named = parts.flatMap(({ position }) => position?.match(idText) ?? []);
  const where = { id: { in: named } };
  const select = { id: true } as const;
  const found = [
    ...(await client.account.findMany({ where, select })),
    ...(await client.render.findMany({ where, select })),
    ...(await client.media.findMany({ where, select })),
  ];
  const existing = new Set(found.map(({ id }) => id));
  for (const { name, position } of parts) {
    const kept = position?.replaceAll(idText, (id) => (existing.has(id) ? id : '')) ?? null;
    if (kept === position) continue;
    // The sweep may have stored a later position meanwhile, which stays.
    const data = { position: name.endsWith('/') ? null : kept };
    await client.sweepPart.updateMany({ where: { name, position }, data });
  }
}

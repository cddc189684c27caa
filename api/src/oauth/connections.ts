import type { Database } from '@framemill/infra';
import { isScope } from '../auth/scopes.ts';
import type { ConnectedApp } from './pages/connected-page.ts';

/** Lists the apps that may use an account, by name. An app that was connected several times is listed once. */
export async function connectedApps({ client }: Database, accountId: string): Promise<ConnectedApp[]> {
  const grants = await client.oauthRecord.findMany({
    where: { kind: 'Grant', accountId, expiresAt: { gt: new Date() } },
    orderBy: { createdAt: 'asc' },
  });
  const clientIds = [...new Set(grants.flatMap(({ clientId }) => clientId ?? []))];
  const [apps, clients] = await Promise.all([
    client.app.findMany({ where: { id: { in: clientIds } }, select: { id: true, name: true } }),
    client.oauthRecord.findMany({ where: { kind: 'Client', clientId: { in: clientIds } } }),
  ]);
  const connected = clientIds.map((clientId) => {
    const own = grants.filter((grant) => grant.clientId === clientId);
    const registered = clients.find((record) => record.clientId === clientId);
    const name = apps.find(({ id }) => id === clientId)?.name ?? textAt(registered?.payload, 'client_name') ?? clientId;
    const names = own.flatMap(({ payload }) => grantedScopes(payload));
    return { clientId, name, scopes: [...new Set(names)].filter(isScope), since: own[0]?.createdAt ?? new Date() };
  });
  return connected.sort((a, b) => a.name.localeCompare(b.name));
}

/** Revokes an app's access to an account: its grants, codes and tokens are deleted at once. */
export async function disconnect({ client }: Database, accountId: string, clientId: string): Promise<void> {
  await client.oauthRecord.deleteMany({ where: { accountId, clientId } });
}

// A grant lists its scopes separately for each resource.
function grantedScopes(payload: unknown): string[] {
  const resources = typeof payload === 'object' && payload !== null && 'resources' in payload ? payload.resources : {};
  if (typeof resources !== 'object' || resources === null) return [];
  return Object.values(resources).flatMap((scope) => (typeof scope === 'string' ? scope.split(' ') : []));
}

function textAt(payload: unknown, name: string): string | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const value = Object.entries(payload).find(([key]) => key === name)?.[1];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

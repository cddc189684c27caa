import type { RouteExample } from '@framemill/api';
import type { Random } from '@framemill/scheduler/simulator';
import { FramemillError } from '@framemill/timeline';
import { type Attack, type Call, form, get, json, type Manner } from './attack.ts';
import type { CrowdWorld } from './world.ts';

/** A route as a running API names it. `url` in Fastify's form. */
export interface ObservedRoute {
  readonly method: string;
  readonly url: string;
}

/** What the registry of the API says of a route, besides. */
export interface DescribedRoute extends ObservedRoute {
  readonly examples: readonly RouteExample[];
  /** Who may call it. */
  readonly access: 'key' | 'session' | 'admin' | 'anyone';
  /** Whether it takes a file as a form. */
  readonly takesFile: boolean;
  /** Whether it may wait for others, or answers with something else than JSON: a file, a page, a stream of events. */
  readonly isHeavy: boolean;
  /** Longest body that it takes, bytes; null: it takes none. */
  readonly bodyLimitBytes: number | null;
}

/** Where all of the documented API is mounted a second time; what is attacked at `/v1` is not attacked there again. */
const aliases = /^\/api\/v1(\/|$)/;
/** Removing things would take from the attacks what they work on: they name what does not exist. */
const unknownId = 'unknown_0';
const largestBody = 64_000_000;
const fewestOfFamily = 9;
const asIs: RouteExample = { title: 'as it is' };

/**
 * Attacks on every route that an API serves: the examples of the documentation, answers that nobody reads, bodies that come byte by byte, and
 * bodies of the largest size. A route that is added is in it by itself. Pages of one folder that nothing describes are one attack.
 */
export function routeAttacks(observed: readonly ObservedRoute[], described: readonly DescribedRoute[]): Attack[] {
  const known = new Map(described.map((route) => [keyOf(route), route]));
  const routes = attackedRoutes(observed, described);
  const listed = routes.flatMap((route) => known.get(keyOf(route)) ?? []);
  const others = routes.filter((route) => !known.has(keyOf(route))).map(unlisted);
  const families = Object.values(Object.groupBy(others, familyOf)).filter((family) => family !== undefined);
  const large = families.filter((family) => family.length >= fewestOfFamily);
  const single = families.filter((family) => family.length < fewestOfFamily).flat();
  return [...listed, ...single].flatMap(attacksOf).concat(large.map(familyAttack));
}

/** The routes that attacks are made for: each once, without those that answer HEAD and OPTIONS. */
export function attackedRoutes(
  observed: readonly ObservedRoute[],
  described: readonly DescribedRoute[],
): ObservedRoute[] {
  const listed = new Set(described.map(keyOf));
  const bySession = (route: ObservedRoute) =>
    route.url.startsWith('/api/studio/') &&
    !listed.has(keyOf(route)) &&
    listed.has(keyOf({ method: route.method, url: route.url.replace('/api/studio/', '/v1/') }));
  const each = new Map(observed.map((route) => [keyOf(route), route]));
  return [...each.values()].filter(
    (route) => !['HEAD', 'OPTIONS'].includes(route.method) && !aliases.test(route.url) && !bySession(route),
  );
}

/** Names a route: `GET /v1/projects/:id`. */
export const keyOf = ({ method, url }: ObservedRoute): string => `${method} ${url}`;

/** Method and first folder of a route that nothing describes. */
function familyOf({ method, url }: ObservedRoute): string {
  const [, first = '', second = ''] = url.split('/');
  return `${method} /${first}${first === 'admin' ? `/${second}` : ''}`;
}

function familyAttack(family: readonly DescribedRoute[]): Attack {
  const [first] = family;
  if (!first) throw new FramemillError('internal_error', 'A family of routes is empty.');
  return {
    name: `${familyOf(first)}/...: ${family.length} routes`,
    accepts: acceptedBy(first),
    make: (world, random) => callOf(pickOf(family, random), asIs, world),
  };
}

function unlisted(route: ObservedRoute): DescribedRoute {
  const takesBody = !['GET', 'DELETE'].includes(route.method);
  const examples = [{ ...asIs, ...(takesBody ? { body: {} } : {}) }];
  const access = route.url.startsWith('/v1/') || route.url.startsWith('/api/mcp') ? 'key' : 'anyone';
  return { ...route, examples, access, takesFile: false, isHeavy: true, bodyLimitBytes: takesBody ? 64_000 : null };
}

function attacksOf(route: DescribedRoute): Attack[] {
  const plain: Attack = {
    ...{ name: `${keyOf(route)}: calls`, accepts: acceptedBy(route) },
    make: (world, random) => callOf(route, pickOf(route.examples, random), world),
  };
  return [plain, ...(route.method === 'GET' ? unreadAnswers(route) : slowBodies(route))];
}

function unreadAnswers(route: DescribedRoute): Attack[] {
  const unread = (manner: Manner, what: string): Attack => ({
    ...{ name: `${keyOf(route)}: ${what}`, manner, accepts: acceptedBy(route) },
    make: (world, random) => callOf(route, pickOf(route.examples, random), world),
  });
  const pipelined = unread('pipelined', 'twenty answers of a connection unread');
  return route.isHeavy ? [unread('unread', 'answers unread'), pipelined] : [pipelined];
}

function pickOf<T>(all: readonly T[], random: Random): T {
  const one = all[Math.floor(random.next() * all.length)];
  if (one === undefined) throw new FramemillError('internal_error', 'There is nothing to pick from.');
  return one;
}

function slowBodies(route: DescribedRoute): Attack[] {
  const [example = asIs] = route.examples;
  const { bodyLimitBytes } = route;
  if (bodyLimitBytes === null) return [];
  const accepts = [...acceptedBy(route), 400, 408, 413, 422];
  const large = (world: CrowdWorld) => largeBody(route, example, world, bodyLimitBytes);
  return [
    { name: `${keyOf(route)}: body byte by byte`, manner: 'trickled', accepts, make: large },
    { name: `${keyOf(route)}: body of the largest size`, accepts, make: large },
  ];
}

function acceptedBy({ method, access, url, takesFile }: DescribedRoute): number[] {
  // Noise is no media, which a node finds out.
  if (takesFile) return [400];
  if (method === 'DELETE') return [404];
  // An account that is no admin is told that there is nothing.
  if (access === 'admin') return [404];
  // Sessions, tokens and forms of which the crowd has none: refused, after the work of looking.
  if (access === 'anyone') return [400, 401, 403, 404, 405, 406, 415, 422];
  return url === '/api/mcp' || url.includes('plugins') ? [400, 404, 405, 406] : [];
}

/** A request with the world's things where the parameters and the placeholders of an example are. */
function callOf(route: DescribedRoute, example: RouteExample, world: CrowdWorld): Call {
  const { method, url, access, takesFile } = route;
  const asked = Object.entries(example.query ?? {}).map(([name, value]) => [name, filledText(String(value), world)]);
  const query = new URLSearchParams(asked);
  const path = filledPath(url, world, method === 'DELETE') + (query.size > 0 ? `?${query}` : '');
  const as = access === 'key' ? {} : access === 'anyone' ? ({ as: 'nobody' } as const) : ({ as: 'session' } as const);
  if (takesFile) return { method, path, ...form(200_000), ...as };
  if (example.body === undefined) return { ...get(path), method, ...as };
  return { ...json(method, path, filledBody(example.body, world)), ...as };
}

function largeBody(route: DescribedRoute, example: RouteExample, world: CrowdWorld, bytes: number): Call {
  const call = callOf(route, example, world);
  const size = Math.min(bytes, largestBody);
  if (route.takesFile) return { ...call, ...form(size) };
  const given: object = typeof call.body === 'string' ? JSON.parse(call.body) : {};
  const padding = 'x'.repeat(Math.max(0, size - JSON.stringify({ ...given, padding: '' }).length));
  return { ...call, body: JSON.stringify({ ...given, padding }) };
}

/** A route's path with an id of the world for each parameter: the one that belongs to the part of the path before it. */
export function filledPath(url: string, world: Pick<CrowdWorld, 'ids' | 'files' | 'stream'>, isDestructive: boolean) {
  const parts = url.split('/');
  const filled = parts.map((part, index) => {
    const before = parts[index - 1] ?? '';
    if (part === '*') return world.files[before] ?? 'none';
    if (!part.startsWith(':')) return part;
    if (before === 'streams') return world.stream;
    if (part === ':file') return 'index.m3u8';
    if (part === ':tool') return world.ids.tools ?? unknownId;
    return isDestructive ? unknownId : (world.ids[before] ?? unknownId);
  });
  return filled.join('/');
}

function filledBody(body: unknown, world: CrowdWorld): unknown {
  return JSON.parse(filledText(JSON.stringify(body), world));
}

function filledText(text: string, { ids, slow }: CrowdWorld): string {
  const named = text.replaceAll('{projectId}', ids.projects ?? '').replaceAll('{workspaceId}', ids.workspaces ?? '');
  // No request leaves this machine.
  return named.replaceAll(/https?:\/\/[a-z.]*example\.(?:org|com)/g, `${slow}/ok`);
}

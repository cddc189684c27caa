import type { RouteExample } from '@framemill/api';
import type { Random } from '@framemill/scheduler/simulator';
import { FramemillError } from '@framemill/timeline';
import { type Attack, type Call, form, get, json, type Manner } from './attack.ts';
import type { CrowdWorld } from './world.ts';

/** Route as a running API reports it. `url` is in Fastify's format. */
export interface ObservedRoute {
  readonly method: string;
  readonly url: string;
}

/** Route with its properties from the API's registry. */
export interface DescribedRoute extends ObservedRoute {
  readonly examples: readonly RouteExample[];
  /** Callers that may use the route. */
  readonly access: 'key' | 'session' | 'admin' | 'anyone';
  /** Whether the route accepts a file in a multipart form. */
  readonly takesFile: boolean;
  /**
   * Whether the route may wait for other work, or responds with something other than JSON: a file, a page, or an event
   * stream.
   */
  readonly isHeavy: boolean;
  /** Maximum size of the route's body, in bytes; null when it accepts none. */
  readonly bodyLimitBytes: number | null;
}

/**
 * Matches the paths under which the documented `/v1` routes are available a second time. They are attacked only under
 * `/v1`.
 */
const aliases = /^\/api\/v1(\/|$)/;
/** Matches the prefixes under which routes have other credentials. Those with a route below `/v1` are not attacked. */
const mounts = /^\/api\/(?:studio|embed)\//;
/**
 * Id used in destructive requests. No object has this id, because deleting real objects would remove those that other
 * attacks need.
 */
const unknownId = 'unknown_0';
const largestBody = 64_000_000;
const fewestOfFamily = 9;
const asIs: RouteExample = { title: 'as it is' };

/**
 * Returns attacks on every route of an API: the documented example calls, unread responses, bodies sent byte by byte,
 * and bodies of the maximum size. New routes are included automatically. All undocumented pages of one folder form one
 * attack.
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

/** Returns the routes to attack, each once, without HEAD and OPTIONS. */
export function attackedRoutes(
  observed: readonly ObservedRoute[],
  described: readonly DescribedRoute[],
): ObservedRoute[] {
  const listed = new Set(described.map(keyOf));
  const bySession = (route: ObservedRoute) =>
    mounts.test(route.url) &&
    !listed.has(keyOf(route)) &&
    listed.has(keyOf({ method: route.method, url: route.url.replace(mounts, '/v1/') }));
  const each = new Map(observed.map((route) => [keyOf(route), route]));
  return [...each.values()].filter(
    (route) => !['HEAD', 'OPTIONS'].includes(route.method) && !aliases.test(route.url) && !bySession(route),
  );
}

/** Returns the key of a route, such as `GET /v1/projects/:id`. */
export const keyOf = ({ method, url }: ObservedRoute): string => `${method} ${url}`;

/**
 * Returns a name for a group of undocumented routes: the method and the first folder of the path; below /admin the
 * first two folders.
 */
function familyOf({ method, url }: ObservedRoute): string {
  const [, first = '', second = ''] = url.split('/');
  return `${method} /${first}${first === 'admin' ? `/${second}` : ''}`;
}

function familyAttack(family: readonly DescribedRoute[]): Attack {
  const [first] = family;
  if (!first) throw new FramemillError('internal_error', 'A family of routes is empty. Pass at least one route.');
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
  if (one === undefined)
    throw new FramemillError(
      'internal_error',
      'A route has no example request in its documentation, so it cannot be attacked. Add one to its definition.',
    );
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
  // The file is not valid media, which a node finds out when it probes it.
  if (takesFile) return [400];
  if (method === 'DELETE') return [404];
  // An account that is not an admin gets a 404.
  if (access === 'admin') return [404];
  // The crowd lacks the required sessions, tokens and forms: the route refuses the call after it has checked them.
  if (access === 'anyone') return [400, 401, 403, 404, 405, 406, 415, 422];
  return url === '/api/mcp' || url.includes('plugins') ? [400, 404, 405, 406] : [];
}

/**
 * Returns the request of a documented example, with ids of the attacking account's data in place of its parameters and
 * placeholders.
 */
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

/**
 * Returns a route's path with each parameter replaced by an id of the attacking account's data, chosen by the path
 * segment before the parameter. With `isDestructive`, an id that does not exist is used instead, so that no data is
 * deleted.
 */
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
  // Replaces external hosts, so that no request leaves this machine.
  return named.replaceAll(/https?:\/\/[a-z.]*example\.(?:org|com)/g, `${slow}/ok`);
}

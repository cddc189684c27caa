import { consoleRoutes, routes, studioRoutes } from '@framemill/api';
import type { Attack } from './attack.ts';
import { heavyCalls } from './heavy-calls.ts';
import { heldAttacks } from './held-attacks.ts';
import { type DescribedRoute, type ObservedRoute, routeAttacks } from './route-attacks.ts';

const consoleBodyBytes = 64_000;

/**
 * All routes in the API's registries. Routes of the public API have the path prefix `/v1`, under which they take API
 * keys. Routes of the console and the Studio have the paths that they state.
 */
export const describedRoutes: readonly DescribedRoute[] = [
  ...routes.map((route): DescribedRoute => {
    const takesFile = route.consumes === 'multipart/form-data';
    return {
      ...{ method: route.method, url: `/v1${route.path}`, examples: route.examples, access: 'key', takesFile },
      bodyLimitBytes: route.takesBody ? (route.bodyLimitBytes ?? (takesFile ? 32_000_000 : 64_000)) : null,
      isHeavy: route.waits !== undefined || route.otherAnswers !== undefined,
    };
  }),
  ...[...consoleRoutes, ...studioRoutes].map((route): DescribedRoute => {
    const { method, path: url, examples, access, takesBody, answer } = route;
    return {
      ...{ method, url, examples, access, takesFile: false },
      bodyLimitBytes: takesBody ? consoleBodyBytes : null,
      // A response that is not JSON is an image or a stream.
      isHeavy: !('type' in answer || 'anyOf' in answer),
    };
  }),
];

/**
 * Returns all attacks on an API with the routes `observed`: those generated for each route, and the hand-written ones.
 */
export function allAttacks(observed: readonly ObservedRoute[], described: readonly DescribedRoute[]): Attack[] {
  return [...heavyCalls, ...heldAttacks, ...routeAttacks(observed, described)];
}

import { consoleRoutes, routes, studioRoutes } from '@framemill/api';
import type { Attack } from './attack.ts';
import { heavyCalls } from './heavy-calls.ts';
import { heldAttacks } from './held-attacks.ts';
import { type DescribedRoute, type ObservedRoute, routeAttacks } from './route-attacks.ts';

const consoleBodyBytes = 64_000;

/** Every route of the API's registries, under the address where its own door is. */
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
    const { method, path: url, examples, access, takesBody, shape } = route;
    return {
      ...{ method, url, examples, access, takesFile: false },
      bodyLimitBytes: takesBody ? consoleBodyBytes : null,
      // An answer of no JSON type is a picture or a stream.
      isHeavy: !('type' in shape.answer || 'anyOf' in shape.answer),
    };
  }),
];

/** Every attack on an API that serves these routes: those of each route, and those made by hand. */
export function allAttacks(observed: readonly ObservedRoute[], described: readonly DescribedRoute[]): Attack[] {
  return [...heavyCalls, ...heldAttacks, ...routeAttacks(observed, described)];
}

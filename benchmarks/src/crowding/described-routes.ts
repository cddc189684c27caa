import { consoleRoutes, routes, studioRoutes } from '@framemill/api';
import type { DescribedRoute } from './route-attacks.ts';

/** A route of the registry with what makes it long-lived or moves bytes. */
export interface RegisteredRoute extends DescribedRoute {
  /** Whether it may wait for others, or answers with something else than JSON: a file, a page, a stream of events. */
  readonly isHeavy: boolean;
}

const consoleBodyBytes = 64_000;

/** Every route of the API's registries, under the address where its own door is. */
export const describedRoutes: readonly RegisteredRoute[] = [
  ...routes.map((route): RegisteredRoute => {
    const takesFile = route.consumes === 'multipart/form-data';
    return {
      ...{ method: route.method, url: `/v1${route.path}`, examples: route.examples, access: 'key', takesFile },
      bodyLimitBytes: route.takesBody ? (route.bodyLimitBytes ?? (takesFile ? 32_000_000 : 64_000)) : null,
      isHeavy: route.waits !== undefined || route.otherAnswers !== undefined,
    };
  }),
  ...[...consoleRoutes, ...studioRoutes].map((route): RegisteredRoute => {
    const { method, path: url, examples, access, takesBody, shape } = route;
    const described: unknown = Reflect.get(shape.answer, 'description');
    return {
      ...{ method, url, examples, access, takesFile: false },
      bodyLimitBytes: takesBody ? consoleBodyBytes : null,
      // Such as image/jpeg and text/event-stream.
      isHeavy: typeof described === 'string' && /^[a-z]+\/[a-z-]+/.test(described),
    };
  }),
];

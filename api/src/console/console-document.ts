import type { ErrorCode } from '@framemill/timeline';
import type { OpenApiInfo } from '../http/openapi.ts';
import { operationSchema, operationsDocument } from '../routing/openapi-schema.ts';
import type { ConsoleRoute } from './define-console-route.ts';

/** Error codes that every console route may return. */
const commonCodes: readonly ErrorCode[] = ['invalid_request', 'rate_limited', 'internal_error', 'unavailable'];

/**
 * Builds the OpenAPI document of console routes, for /docs/console and for the Studio's typed client.
 * These routes are authenticated by a session, not by a key.
 */
export function consoleDocument(routes: readonly ConsoleRoute[], apiHost: string): Promise<object> {
  const operations = routes.map((route) => ({ method: route.method, url: route.path, schema: schemaOf(route) }));
  return operationsDocument(operations, consoleInfo(apiHost));
}

function schemaOf(route: ConsoleRoute) {
  const { name, summary, examples, takesBody, access, errors, conflicts, shape } = route;
  const codes: ErrorCode[] = [
    ...commonCodes,
    ...(access === 'session' ? (['unauthorized', 'access_suspended'] as const) : []),
    ...(takesBody ? (['payload_too_large'] as const) : []),
    ...errors,
  ];
  return operationSchema({
    ...{ name, summary, examples, takesBody, conflicts, description: '' },
    ...shape,
    body: shape.body,
    tag: tagOf(route.path),
    security: access === 'session' ? 'session' : null,
    codes: [...new Set(codes)],
    isMetered: false,
  });
}

/** Returns the document's tag for a path, such as `keys` for /api/developer/keys/{id}. */
function tagOf(path: string): string {
  const [, , area = '', thing = ''] = path.split('/');
  return area === 'developer' ? thing : area;
}

function consoleInfo(apiHost: string): OpenApiInfo {
  return {
    title: 'Framemill console',
    description:
      'Accounts, keys, apps, webhooks and organisations of people who are signed in. `POST /api/auth/sign-in` ' +
      'sets the cookie of the session, which browsers send along; keys and tokens open nothing here. A request ' +
      'that changes something must come from a ' +
      "page of the service: its `Origin` is this host's. These routes are the service's own and may change " +
      'without notice.',
    tags: [
      { name: 'auth', description: 'Sign up, in and out' },
      { name: 'keys', description: 'Keys, shown whole once' },
      { name: 'apps', description: 'Apps and their review' },
      { name: 'webhooks', description: 'Endpoints that hear of events' },
      { name: 'organisations', description: 'Members and invitations' },
    ],
    apiHost,
    security: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: apiHost.startsWith('https:') ? '__Host-framemill_session' : 'framemill_session',
        description: 'Set by signing in.',
      },
    },
  };
}

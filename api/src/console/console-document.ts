import type { ConsoleRoute } from './define-console-route.ts';

/**
 * The OpenAPI document of console routes: the typed client of the Studio is made of it. It is not served; these routes are the
 * service's own pages' alone.
 */
export function consoleDocument(routes: readonly ConsoleRoute[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const { params, query, body, answer, status, bodyOptional } = route.shape;
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = {
      operationId: route.name,
      summary: route.summary,
      parameters: [...fieldsOf(params, 'path'), ...fieldsOf(query, 'query')],
      ...(body ? { requestBody: { required: !bodyOptional, content: json(body) } } : {}),
      responses: {
        [status]: { description: 'Success', content: json(answer) },
        default: { description: 'A failure', content: json({ $ref: '#/components/schemas/Error' }) },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Console', version: '1' },
    paths,
    components: { schemas: { Error: failure } },
  };
}

const failure = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'docs_url'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        docs_url: { type: 'string' },
        field: { type: 'string' },
        retryAfterSec: { type: 'integer' },
      },
    },
  },
};

const json = (schema: object) => ({ 'application/json': { schema } });

/** What a schema of path or query says about parameters. */
interface Fields {
  properties?: Record<string, object>;
  required?: readonly string[];
}

function fieldsOf(schema: Fields | undefined, place: 'path' | 'query'): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
    ...{ name, in: place, schema: field, required: place === 'path' || schema?.required?.includes(name) === true },
  }));
}

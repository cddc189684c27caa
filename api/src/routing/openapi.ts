import swagger from '@fastify/swagger';
import type { ErrorCode } from '@framemill/timeline';
import type { TSchema } from '@framemill/timeline/typebox';
import Fastify, { type FastifyInstance, type FastifySchema } from 'fastify';
import { errorCatalog } from '../http/error-catalog.ts';
import { withNamedSchemas } from '../http/named-schemas.ts';
import { DEFAULT_SERVICE_VERSION } from '../http/response-headers.ts';
import { type AnyRoute, takesKeys } from './define-route.ts';

/** Metadata of an OpenAPI document: all of its parts except the operations. */
export interface OpenApiInfo {
  title: string;
  description: string;
  tags: { name: string; description: string }[];
  apiHost: string;
  /** The only authentication scheme, by its name. */
  security: Record<string, { type: 'http'; scheme: string; description: string } | CookieSecurity>;
}

interface CookieSecurity {
  type: 'apiKey';
  in: 'cookie';
  name: string;
  description: string;
}

/** Returns the metadata of the public API's OpenAPI document. */
export function apiInfo(apiHost: string): OpenApiInfo {
  return {
    title: 'Framemill API',
    description:
      'Edits a video as one JSON document and renders it. Unknown request fields are ignored; ignore unknown answer ' +
      'fields, too. The header `Service-Version` is echoed. Errors: /docs/errors. Webhooks: /docs/webhooks. ' +
      'Changes: /docs/changelog. Guides: [/docs](/docs).',
    tags: [
      { name: 'account', description: 'Who calls, and what was used' },
      { name: 'projects', description: 'Videos as documents, edited by commands' },
      { name: 'schema', description: 'The commands' },
      { name: 'renders', description: 'Films made of projects' },
      { name: 'media', description: 'Files that projects use' },
      { name: 'workspaces', description: 'Folders of projects' },
    ],
    apiHost,
    security: { key: { type: 'http', scheme: 'bearer', description: '`key_live_...` or `key_test_...`' } },
  };
}

/**
 * Returns the metadata of the OpenAPI document with the routes of the console and the Studio. It is used at
 * /docs/console and for the Studio's typed client.
 */
export function consoleInfo(apiHost: string): OpenApiInfo {
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

/** Serves the OpenAPI 3.1 document at /openapi.json. Must be registered before the routes that it describes. */
export async function installOpenApi(app: FastifyInstance, info: OpenApiInfo): Promise<void> {
  app.addSchema(ErrorSchema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: info.title,
        version: DEFAULT_SERVICE_VERSION,
        description: info.description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: info.apiHost }],
      tags: info.tags,
      components: { securitySchemes: info.security },
    },
    transformObject: (parts) =>
      'openapiObject' in parts ? withNamedSchemas(parts.openapiObject) : parts.swaggerObject,
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`) },
  });
  // The document no longer changes once all routes are registered. Generating it takes 5 ms.
  let text: string | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    text ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

/** Builds the OpenAPI document of `routes` without a running service. */
export async function openApiDocument(routes: readonly AnyRoute[], info: OpenApiInfo): Promise<object> {
  const app = Fastify();
  await installOpenApi(app, info);
  for (const route of routes) {
    app.route({ method: route.method, url: urlOf(route), schema: openApiSchema(route), handler: () => null });
  }
  await app.ready();
  return app.swagger();
}

/** Builds the schema of a route's operation in the form in which the framework (Fastify) expects it. */
export function openApiSchema(route: AnyRoute): FastifySchema {
  const responses: Record<string, object> = { [route.status]: success(route, route.answer) };
  if (route.dryAnswer) {
    responses['200'] = { ...success(route, route.dryAnswer), description: 'With `dryRun: true`' };
  }
  for (const [status, names] of groupByStatus(codesOf(route))) responses[status] = failure(status, names, route);
  if (route.conflicts && route.conflicts.length > 0) responses['409'] = conflict(route.conflicts, route);
  const scheme = schemeOf(route);
  return {
    operationId: route.name,
    summary: route.summary,
    description: needsScope(route) ? `${route.description} Scope: \`${route.access}\`.` : route.description,
    tags: [tagOf(route)],
    security: scheme === null ? [] : [{ [scheme]: [] }],
    ...(hasFields(route.params) ? { params: route.params } : {}),
    ...(hasFields(route.query) ? { querystring: route.query } : {}),
    ...(route.body ? { body: withExamples(route.body, route.examples) } : {}),
    ...(route.consumes ? { consumes: [route.consumes] } : {}),
    response: responses,
  };
}

function urlOf(route: AnyRoute): string {
  return takesKeys(route) ? `/v1${route.path}` : route.path;
}

/** Returns the document's tag for a route, such as `renders` for /v1/renders/:id and `keys` for /api/developer/keys. */
export function tagOf(route: AnyRoute): string {
  const [, , area = '', thing = ''] = urlOf(route).split('/');
  if (area === 'developer') return thing;
  return ['me', 'usage', 'requests'].includes(area) ? 'account' : area;
}

/** Returns the name of the security scheme of a route; null when its document names none. */
function schemeOf(route: AnyRoute): 'key' | 'session' | null {
  if (takesKeys(route)) return 'key';
  return route.access === 'session' ? 'session' : null;
}

function needsScope(route: AnyRoute): boolean {
  return takesKeys(route) && route.access !== 'key';
}

/** Error codes that every route with the security scheme may return. */
const commonErrors: Record<'key' | 'session' | 'none', readonly ErrorCode[]> = {
  key: [
    'invalid_request',
    'unauthorized',
    'plan_required',
    'access_suspended',
    'app_suspended',
    'rate_limited',
    'internal_error',
    'unavailable',
  ],
  session: ['invalid_request', 'rate_limited', 'internal_error', 'unavailable', 'unauthorized', 'access_suspended'],
  none: ['invalid_request', 'rate_limited', 'internal_error', 'unavailable'],
};

function codesOf(route: AnyRoute): ErrorCode[] {
  const codes = [...commonErrors[schemeOf(route) ?? 'none']];
  if (needsScope(route)) codes.push('insufficient_scope');
  if (route.takesBody) codes.push('payload_too_large');
  return [...new Set([...codes, ...route.errors])];
}

const commonHeaders = {
  'X-Request-Id': { type: 'string', description: 'Name of this request in the logs of the service.' },
  'Service-Version': { type: 'string', description: 'As sent, or the default. It selects no other behaviour.' },
};

const rateHeaders = {
  'X-RateLimit-Limit': { type: 'integer', description: 'Requests that are allowed in the window.' },
  'X-RateLimit-Remaining': { type: 'integer', description: 'Requests that are left of them.' },
  'X-RateLimit-Reset': { type: 'integer', description: 'Length of the window in seconds; a duration, not a moment.' },
};

const retryHeader = { 'Retry-After': { type: 'integer', description: 'Seconds to wait.' } };

/** Schema of the body of every error response. */
const ErrorSchema = {
  $id: 'Error',
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'docs_url'],
      properties: {
        code: { type: 'string', description: 'Branch on this, never on the message.' },
        message: { type: 'string' },
        docs_url: { type: 'string', description: 'A page about the code.' },
        field: { type: 'string', description: 'Of `invalid_request` and `prompt_rejected`: the field at fault.' },
        conflictCode: { type: 'string', description: 'Of 409: `stale_rev` or another reason.' },
        rev: { type: 'integer', description: 'Of `stale_rev`: the present state of the project.' },
        scope: { type: 'string', description: 'Of `insufficient_scope`: the one that is needed.' },
        granted: { type: 'array', items: { type: 'string' }, description: 'Of `insufficient_scope`: those held.' },
        remaining: { type: 'integer', description: 'Of `insufficient_credits`: the balance.' },
        restriction: {
          type: 'object',
          description: 'Of `access_suspended`: what, until when and why, and where to object.',
          properties: {
            what: { type: 'string' },
            until: { type: ['string', 'null'], description: 'null: until it is lifted.' },
            reason: { type: ['string', 'null'] },
            appeal: { type: 'string' },
          },
        },
        retryAfterSec: { type: 'integer', description: 'Of 429 of preview frames: seconds to wait.' },
      },
    },
  },
};

function success(route: AnyRoute, answer: TSchema): object {
  const content: Record<string, object> = { 'application/json': { schema: withIgnored(answer, route) } };
  for (const type of route.otherAnswers ?? []) content[type] = { schema: { type: 'string', format: 'binary' } };
  const headers = { ...commonHeaders, ...(takesKeys(route) ? rateHeaders : {}), ...route.answerHeaders };
  return { description: 'Success', headers, content };
}

// Added to every route here, not in each definition: see `createRouteIo`.
const ignored = {
  type: 'array',
  items: { type: 'string' },
  description: 'Fields of the body that this route does not know, if there are any; they had no effect.',
};

function withIgnored(answer: TSchema, { takesBody, consumes }: AnyRoute): object {
  if (!takesBody || consumes !== undefined || !('properties' in answer)) return answer;
  return { ...answer, properties: { ...(answer.properties as object), ignored } };
}

function failure(status: string, codes: readonly ErrorCode[], route: AnyRoute): object {
  const examples = codes.map((code) => [code, errorExample(code)]);
  return errorAnswer(status, codes.map((code) => `\`${code}\``).join(', '), Object.fromEntries(examples), route);
}

function conflict(conflictCodes: readonly string[], route: AnyRoute): object {
  const examples = conflictCodes.map((conflictCode) => [
    conflictCode,
    errorExample('invalid_request', { conflictCode }),
  ]);
  const names = conflictCodes.map((conflictCode) => `\`${conflictCode}\``).join(', ');
  const description = `\`invalid_request\` with \`conflictCode\` ${names}`;
  return errorAnswer('409', description, Object.fromEntries(examples), route);
}

function errorExample(code: ErrorCode, details: Record<string, string> = {}): object {
  const error = { ...details, code, message: errorCatalog[code].meaning, docs_url: `/docs/errors/${code}` };
  return { value: { error } };
}

function errorAnswer(status: string, description: string, examples: object, route: AnyRoute): object {
  // Refused credentials have no rate window yet.
  const limited = takesKeys(route) && !['401', '403'].includes(status);
  const waits = ['429', '503'].includes(status);
  return {
    description,
    headers: { ...commonHeaders, ...(limited ? rateHeaders : {}), ...(waits ? retryHeader : {}) },
    content: { 'application/json': { schema: { $ref: 'Error#' }, examples } },
  };
}

function groupByStatus(codes: readonly ErrorCode[]): Map<string, ErrorCode[]> {
  const groups = Map.groupBy(codes, (code) => String(errorCatalog[code].status));
  // The code `quota_exceeded` has a second status.
  if (codes.includes('quota_exceeded')) groups.set('413', [...(groups.get('413') ?? []), 'quota_exceeded']);
  return groups;
}

function hasFields(schema: TSchema | undefined): boolean {
  return schema !== undefined && 'properties' in schema && Object.keys(schema.properties ?? {}).length > 0;
}

function withExamples(body: TSchema, given: AnyRoute['examples']): object {
  const examples = given.flatMap((example) => (example.body === undefined ? [] : [example.body]));
  return examples.length > 0 ? { ...body, examples } : { ...body };
}

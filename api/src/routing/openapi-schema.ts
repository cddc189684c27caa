import type { ErrorCode } from '@framemill/timeline';
import type { TSchema } from '@framemill/timeline/typebox';
import Fastify, { type FastifySchema } from 'fastify';
import { errorCatalog } from '../http/error-catalog.ts';
import { apiInfo, installOpenApi, type OpenApiInfo } from '../http/openapi.ts';
import { commonErrors, type Route } from './define-route.ts';

/** Operation of an OpenAPI document: a route with its schema. `url` has Fastify's form, such as `/projects/:id`. */
export interface Operation {
  method: Route['method'];
  url: string;
  schema: FastifySchema;
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

/** Data for one operation of an OpenAPI document, which is a route of the API or of the console. */
interface OperationParts
  extends Pick<Route, 'name' | 'summary' | 'description' | 'body' | 'takesBody' | 'examples' | 'status' | 'answer'>,
    Partial<
      Pick<Route, 'params' | 'query' | 'consumes' | 'conflicts' | 'otherAnswers' | 'answerHeaders' | 'dryAnswer'>
    > {
  tag: string;
  /** Name of the security scheme; `null` when the operation needs no authentication. */
  security: string | null;
  codes: readonly ErrorCode[];
  /** Whether responses have the rate limit headers. */
  isMetered: boolean;
}

/** Builds the schema of an operation in the form in which the framework (Fastify) expects it. */
export function operationSchema(parts: OperationParts): FastifySchema {
  const responses: Record<string, object> = { [parts.status]: success(parts) };
  if (parts.dryAnswer) {
    responses['200'] = { ...success({ ...parts, answer: parts.dryAnswer }), description: 'With `dryRun: true`' };
  }
  for (const [status, names] of groupByStatus(parts.codes)) responses[status] = failure(status, names, parts);
  if (parts.conflicts && parts.conflicts.length > 0) responses['409'] = conflict(parts.conflicts, parts);
  return {
    operationId: parts.name,
    summary: parts.summary,
    description: parts.description,
    tags: [parts.tag],
    security: parts.security === null ? [] : [{ [parts.security]: [] }],
    ...(hasFields(parts.params) ? { params: parts.params } : {}),
    ...(hasFields(parts.query) ? { querystring: parts.query } : {}),
    ...(parts.body ? { body: withExamples(parts.body, parts.examples) } : {}),
    ...(parts.consumes ? { consumes: [parts.consumes] } : {}),
    response: responses,
  };
}

/** Builds the OpenAPI schema of a route. */
export function openApiSchema(route: Route): FastifySchema {
  return operationSchema({
    ...route,
    description: route.scope === null ? route.description : `${route.description} Scope: \`${route.scope}\`.`,
    tag: tagOf(route),
    security: 'key',
    codes: [...new Set([...commonErrors, ...scopeErrors(route), ...bodyErrors(route), ...route.errors])],
    isMetered: true,
  });
}

function tagOf({ path }: Route): string {
  const [, first = 'other'] = path.split('/');
  return first === 'me' || first === 'usage' ? 'account' : first;
}

function scopeErrors(route: Route): ErrorCode[] {
  return route.scope === null ? [] : ['insufficient_scope'];
}

function bodyErrors(route: Route): ErrorCode[] {
  return route.takesBody ? ['payload_too_large'] : [];
}

function success(route: OperationParts): object {
  const content: Record<string, object> = { 'application/json': { schema: answerOf(route) } };
  for (const type of route.otherAnswers ?? []) content[type] = { schema: { type: 'string', format: 'binary' } };
  const headers = { ...commonHeaders, ...(route.isMetered ? rateHeaders : {}), ...route.answerHeaders };
  return { description: 'Success', headers, content };
}

// Added to every route here, not in each definition: see `createRouteIo`.
const ignored = {
  type: 'array',
  items: { type: 'string' },
  description: 'Fields of the body that this route does not know, if there are any; they had no effect.',
};

function answerOf({ answer, takesBody, consumes }: OperationParts): object {
  if (!takesBody || consumes !== undefined || !('properties' in answer)) return answer;
  return { ...answer, properties: { ...(answer.properties as object), ignored } };
}

function failure(status: string, codes: readonly ErrorCode[], parts: OperationParts): object {
  const examples = codes.map((code) => [code, errorExample(code)]);
  return errorAnswer(status, codes.map((code) => `\`${code}\``).join(', '), Object.fromEntries(examples), parts);
}

function conflict(conflictCodes: readonly string[], parts: OperationParts): object {
  const examples = conflictCodes.map((conflictCode) => [
    conflictCode,
    errorExample('invalid_request', { conflictCode }),
  ]);
  const names = conflictCodes.map((conflictCode) => `\`${conflictCode}\``).join(', ');
  const description = `\`invalid_request\` with \`conflictCode\` ${names}`;
  return errorAnswer('409', description, Object.fromEntries(examples), parts);
}

function errorExample(code: ErrorCode, details: Record<string, string> = {}): object {
  const error = { ...details, code, message: errorCatalog[code].meaning, docs_url: `/docs/errors/${code}` };
  return { value: { error } };
}

function errorAnswer(status: string, description: string, examples: object, { isMetered }: OperationParts): object {
  // Refused credentials have no rate window yet.
  const limited = isMetered && !['401', '403'].includes(status);
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

function withExamples(body: TSchema, given: Route['examples']): object {
  const examples = given.flatMap((example) => (example.body === undefined ? [] : [example.body]));
  return examples.length > 0 ? { ...body, examples } : { ...body };
}

/** Builds an OpenAPI document from its operations, without a running service. */
export async function operationsDocument(operations: readonly Operation[], info: OpenApiInfo): Promise<object> {
  const app = Fastify();
  await installOpenApi(app, info);
  for (const operation of operations) app.route({ ...operation, handler: () => null });
  await app.ready();
  return app.swagger();
}

/** Builds the OpenAPI document of `routes`, as /openapi.json serves it, without a running service. */
export function openApiDocument(routes: readonly Route[], apiHost: string): Promise<object> {
  const operations = routes.map((route) => ({
    method: route.method,
    url: `/v1${route.path}`,
    schema: openApiSchema(route),
  }));
  return operationsDocument(operations, apiInfo(apiHost));
}

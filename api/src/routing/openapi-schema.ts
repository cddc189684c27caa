import type { ErrorCode } from '@framemill/timeline';
import type { TSchema } from '@framemill/timeline/typebox';
import type { FastifySchema } from 'fastify';
import { errorCatalog } from '../http/error-catalog.ts';
import { commonErrors, type Route } from './define-route.ts';

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

/** What a route contributes to the OpenAPI document. */
export function openApiSchema(route: Route): FastifySchema {
  const codes = [...new Set([...commonErrors, ...scopeErrors(route), ...bodyErrors(route), ...route.errors])];
  const responses: Record<string, object> = {
    [route.status]: success(route),
  };
  for (const [status, names] of groupByStatus(codes)) responses[status] = failure(status, names);
  if (route.conflicts) responses['409'] = conflict(route.conflicts);
  return {
    operationId: route.name,
    summary: route.summary,
    description: route.scope === null ? route.description : `${route.description} Scope: \`${route.scope}\`.`,
    tags: [tagOf(route)],
    security: [{ key: [] }],
    ...(hasFields(route.params) ? { params: route.params } : {}),
    ...(hasFields(route.query) ? { querystring: route.query } : {}),
    ...(route.body ? { body: withExamples(route.body, route) } : {}),
    ...(route.consumes ? { consumes: [route.consumes] } : {}),
    response: responses,
  };
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

function success(route: Route): object {
  const content: Record<string, object> = { 'application/json': { schema: answerOf(route) } };
  for (const type of route.otherAnswers ?? []) content[type] = { schema: { type: 'string', format: 'binary' } };
  const headers = { ...commonHeaders, ...rateHeaders, ...route.answerHeaders };
  return { description: 'Success', headers, content };
}

// Said of every route here, not by each of them: see `createRouteIo`.
const ignored = {
  type: 'array',
  items: { type: 'string' },
  description: 'Fields of the body that this route does not know, if there are any; they had no effect.',
};

function answerOf({ answer, takesBody, consumes }: Route): object {
  if (!takesBody || consumes !== undefined || !('properties' in answer)) return answer;
  return { ...answer, properties: { ...(answer.properties as object), ignored } };
}

function failure(status: string, codes: ErrorCode[]): object {
  const examples = codes.map((code) => [code, errorExample(code)]);
  return errorAnswer(status, codes.map((code) => `\`${code}\``).join(', '), Object.fromEntries(examples));
}

function conflict(conflictCodes: string[]): object {
  const examples = conflictCodes.map((conflictCode) => [
    conflictCode,
    errorExample('invalid_request', { conflictCode }),
  ]);
  const names = conflictCodes.map((conflictCode) => `\`${conflictCode}\``).join(', ');
  return errorAnswer('409', `\`invalid_request\` with \`conflictCode\` ${names}`, Object.fromEntries(examples));
}

function errorExample(code: ErrorCode, details: Record<string, string> = {}): object {
  const error = { ...details, code, message: errorCatalog[code].meaning, docs_url: `/docs/errors/${code}` };
  return { value: { error } };
}

function errorAnswer(status: string, description: string, examples: object): object {
  // Credentials that are refused have no window yet.
  const limited = !['401', '403'].includes(status);
  const waits = ['429', '503'].includes(status);
  return {
    description,
    headers: { ...commonHeaders, ...(limited ? rateHeaders : {}), ...(waits ? retryHeader : {}) },
    content: { 'application/json': { schema: { $ref: 'Error#' }, examples } },
  };
}

function groupByStatus(codes: ErrorCode[]): Map<string, ErrorCode[]> {
  const groups = Map.groupBy(codes, (code) => String(errorCatalog[code].status));
  // One code has a second status.
  if (codes.includes('quota_exceeded')) groups.set('413', [...(groups.get('413') ?? []), 'quota_exceeded']);
  return groups;
}

function hasFields(schema: TSchema): boolean {
  return 'properties' in schema && Object.keys(schema.properties ?? {}).length > 0;
}

function withExamples(body: TSchema, route: Route): object {
  const examples = route.examples.flatMap((example) => (example.body === undefined ? [] : [example.body]));
  return examples.length > 0 ? { ...body, examples } : { ...body };
}

import { FramemillError, isStorable, unstorable } from '@framemill/timeline';
import type { FastifyInstance } from 'fastify';
import { LIGHT_BODY } from '../limiter/too-heavy.ts';
import { jsonFault } from './json-fault.ts';

/** Deepest nesting of a JSON body. Documents need about 8 levels; deeper ones only serve to exhaust a stack. */
export const MAX_JSON_DEPTH = 32;

/**
 * Parses JSON bodies, and no others (uploads and forms have parsers of their own). An empty body is `undefined` (a DELETE with a content type is no error). Refused: keys named
 * `__proto__`, nesting over MAX_JSON_DEPTH, and strings that no database stores (NUL, lone surrogates). With `keepLong`, long
 * bodies of routes with a gate are not read: they become `request.longBody`, for a thread to read.
 */
export function installJsonBody(app: FastifyInstance, { keepLong = false } = {}): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  // Fastify reads text/plain, which `fetch` says of a string, as one string: not the object that stands in it.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (keepLong && request.pass && bytes.length > LIGHT_BODY) {
      request.longBody = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
      return done(null, undefined);
    }
    const source = bytes.toString();
    if (source.trim() === '') return done(null, undefined);
    parse(request, source, (error, value: unknown) => {
      if (error) return done(new FramemillError('invalid_request', refusal(source), {}, { cause: error }));
      const problem = findUnstorable(value);
      return problem ? done(new FramemillError('invalid_request', problem)) : done(null, value);
    });
  });
}

// Fastify's parser does not say why it refused; a text that parses held a key that would reach a prototype.
function refusal(source: string): string {
  try {
    JSON.parse(source.replace(/^\uFEFF/, ''));
  } catch (error) {
    return `The body cannot be parsed as JSON: ${jsonFault(error)}.`;
  }
  return 'The body holds a key named `__proto__`, or `prototype` in one named `constructor`. Remove it.';
}

// Iterative on purpose: a recursive walk is what a deeply nested body would break.
function findUnstorable(root: unknown): string | null {
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const { value, depth } = entry;
    if (typeof value === 'string') {
      if (!isStorable(value)) return unstorable(value);
    } else if (typeof value === 'object' && value !== null) {
      if (depth > MAX_JSON_DEPTH) return `The body is nested deeper than ${MAX_JSON_DEPTH} levels. Send it flatter.`;
      for (const [key, item] of Object.entries(value)) {
        if (!isStorable(key)) return unstorable(key);
        if (typeof item === 'string' || (typeof item === 'object' && item !== null)) {
          stack.push({ value: item, depth: depth + 1 });
        }
      }
    }
  }
  return null;
}

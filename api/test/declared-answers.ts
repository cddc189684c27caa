import type { FastifyInstance } from 'fastify';

/**
 * Records undeclared responses of public routes. Returns a list that grows by each response whose status or error code
 * its route does not declare. Call it before the application is ready.
 */
export function watchUndeclared(app: FastifyInstance): string[] {
  const undeclared: string[] = [];
  app.addHook('onSend', async ({ routeOptions: { schema } }, { statusCode }, payload) => {
    if (schema?.operationId === undefined) return;
    const declared: unknown = Object(schema.response)[statusCode];
    // The answer to HEAD has no body.
    const code = statusCode >= 400 && typeof payload === 'string' ? String(JSON.parse(payload).error.code) : '';
    if (declared && String(Object(declared).description).includes(code)) return;
    undeclared.push(`${schema.operationId} answers ${statusCode} ${code}`.trim());
  });
  return undeclared;
}

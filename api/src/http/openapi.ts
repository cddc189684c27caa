import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { withNamedSchemas } from './named-schemas.ts';
import { DEFAULT_SERVICE_VERSION } from './response-headers.ts';

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
      'Changes: /docs/changelog.',
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

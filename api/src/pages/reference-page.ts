import swaggerUi, { type FastifySwaggerUiOptions } from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** Everything comes from this host. The page sets styles on elements and shows its icons as data. */
const REFERENCE_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

// A field that asks for a key would be filled with one.
const NO_KEYS_HERE = '.swagger-ui .auth-wrapper, .swagger-ui .authorization__btn { display: none }';

// The page knows light colours alone: its lightness is turned over, its hues stay. Code is dark as it is.
const DARK = `
@media (prefers-color-scheme: dark) {
  html, body { background: #14161a !important; color-scheme: dark; }
  .swagger-ui { filter: invert(.92) hue-rotate(180deg); }
  .swagger-ui .microlight { filter: invert(1) hue-rotate(180deg); }
}
`;

/**
 * Serves the reference of the API at /docs, made of the OpenAPI document. Requests cannot be sent from it: keys are server
 * credentials and belong into no page. Must be registered after the document.
 */
export async function installReferencePage(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, referenceOptions('Framemill API', '/docs', []));
}

type SubmitMethods = NonNullable<NonNullable<FastifySwaggerUiOptions['uiConfig']>['supportedSubmitMethods']>;

/** How a reference is shown. `sends`: methods of requests that can be sent from it. */
export function referenceOptions(title: string, routePrefix: string, sends: SubmitMethods): FastifySwaggerUiOptions {
  return {
    routePrefix,
    staticCSP: REFERENCE_CSP,
    theme: { title, css: [{ filename: 'theme.css', content: NO_KEYS_HERE + DARK }] },
    uiConfig: {
      layout: 'BaseLayout',
      supportedSubmitMethods: sends,
      deepLinking: true,
      defaultModelsExpandDepth: -1,
      validatorUrl: null,
    },
  };
}

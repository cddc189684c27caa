import swaggerUi, { type FastifySwaggerUiOptions } from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Route, SessionAccess } from '../routing/define-route.ts';
import { consoleInfo, openApiDocument } from '../routing/openapi.ts';
import { REFERENCE_PATH } from './docs-nav.ts';

/**
 * Content security policy of the API reference. Everything is loaded from this host.
 * Swagger UI needs inline styles, and images from `data:` URLs.
 */
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

// Hides the fields for entering keys, so that nobody enters one.
const NO_KEYS_HERE = '.swagger-ui .auth-wrapper, .swagger-ui .authorization__btn { display: none }';

// Colours and typeface of the documentation.
const LOOK = `
body { background: #f6f6f4; }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .opblock .opblock-summary-description,
.swagger-ui table thead tr td, .swagger-ui table thead tr th, .swagger-ui .opblock-description-wrapper p,
.swagger-ui .tab li, .swagger-ui .response-col_status { font-family: Inter, system-ui, sans-serif; color: #16191d; }
.swagger-ui .info { margin: 2rem 0; }
.swagger-ui .info a { color: #713b00; }
.swagger-ui .opblock, .swagger-ui .opblock .opblock-summary-method { border-radius: 10px; box-shadow: none; }
.swagger-ui .scheme-container { background: none; box-shadow: none; padding: 0; }
`;

// Dark colour scheme for Swagger UI, which has only a light one: lightness is inverted and hues are kept. Code blocks
// are already dark.
const DARK = `
@media (prefers-color-scheme: dark) {
  html, body { background: #14161a !important; color-scheme: dark; }
  .swagger-ui { filter: invert(.92) hue-rotate(180deg); }
  .swagger-ui .microlight { filter: invert(1) hue-rotate(180deg); }
}
`;

/**
 * Serves the API reference, generated from the OpenAPI document.
 * Requests cannot be sent from this page, because keys are server credentials that belong in no web page. Call this
 * function after the OpenAPI document is registered.
 */
export async function installReferencePage(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, referenceOptions('Framemill API', REFERENCE_PATH, []));
}

type SubmitMethods = NonNullable<NonNullable<FastifySwaggerUiOptions['uiConfig']>['supportedSubmitMethods']>;

/** Returns the options of Swagger UI. `sends` lists the HTTP methods of requests that can be sent from the page. */
function referenceOptions(title: string, routePrefix: string, sends: SubmitMethods): FastifySwaggerUiOptions {
  return {
    routePrefix,
    staticCSP: REFERENCE_CSP,
    theme: { title, css: [{ filename: 'theme.css', content: NO_KEYS_HERE + LOOK + DARK }] },
    uiConfig: {
      layout: 'BaseLayout',
      supportedSubmitMethods: sends,
      deepLinking: true,
      defaultModelsExpandDepth: -1,
      validatorUrl: null,
    },
  };
}

/**
 * Serves the reference of the console's routes at /docs/console.
 * Requests can be sent from the page: after signing in with one of them, the browser sends the session's cookie along.
 */
export async function installConsolePage(
  app: FastifyInstance,
  routes: readonly Route<SessionAccess>[],
  apiHost: string,
): Promise<void> {
  const document = await openApiDocument(routes, consoleInfo(apiHost));
  // Registered in a scope of its own, because the public reference uses the same plugin.
  await app.register(async (scope) => {
    const options = referenceOptions('Framemill console', '/docs/console', ['get', 'post', 'put', 'patch', 'delete']);
    await scope.register(swaggerUi, {
      ...options,
      transformSpecificationClone: false,
      transformSpecification: () => document,
    });
  });
}

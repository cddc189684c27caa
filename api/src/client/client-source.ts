import openapiTS, { astToString } from 'openapi-typescript';
import { consoleRoutes } from '../console/routes/index.ts';
import { routes } from '../routes/index.ts';
import { apiInfo, consoleInfo, openApiDocument } from '../routing/openapi.ts';
import { studioRoutes } from '../studio/routes/index.ts';

/** Placeholder address. The OpenAPI documents contain an address; the types generated from them do not. */
const HOST = 'https://api.example.org';

const HEADER = '// Generated from the OpenAPI document by `npm run client`. Do not edit.\n\n';

/** Returns the source of `generated/console.ts`: the types of the console's routes and of the Studio's own routes. */
export async function consoleSource(): Promise<string> {
  const document = await openApiDocument([...consoleRoutes, ...studioRoutes], consoleInfo(HOST));
  return HEADER + astToString(await openapiTS(JSON.stringify(document, oneFailure)));
}

/** Returns the source of `generated/schema.ts`: the types of all API routes. */
export async function clientSource(): Promise<string> {
  const document = await openApiDocument(routes, apiInfo(HOST));
  return HEADER + astToString(await openapiTS(JSON.stringify(document, oneFailure)));
}

// Every route lists many errors with the same body. Replacing them by one default keeps the types short.
function oneFailure(key: string, value: unknown): unknown {
  if (key === 'examples') return undefined;
  if (key !== 'responses' || typeof value !== 'object' || value === null) return value;
  const schema = { $ref: '#/components/schemas/Error' };
  const successes = Object.entries(value).filter(([status]) => status.startsWith('2'));
  return {
    ...Object.fromEntries(successes),
    default: { description: 'A failure', content: { 'application/json': { schema } } },
  };
}

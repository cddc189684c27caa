import openapiTS, { astToString } from 'openapi-typescript';
import { adminTable } from '../admin/commands/index.ts';
import { openApiDocuments } from './contract.ts';

const HEADER = '// Generated from the OpenAPI document by the set-up. Do not edit.\n\n';

/**
 * Returns the text of each file in `generated/`, by its name: the types of all API routes, the types of the routes of
 * the console and the Studio, and the table of admin commands.
 */
export async function clientFiles(): Promise<Record<string, string>> {
  const { api, console } = await openApiDocuments();
  return {
    'schema.ts': await typesOf(api),
    'console.ts': await typesOf(console),
    'admin-commands.json': adminTable(),
  };
}

async function typesOf(document: object): Promise<string> {
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

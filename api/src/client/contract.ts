import { hash } from 'node:crypto';
import { consoleRoutes } from '../console/routes/index.ts';
import { routes } from '../routes/index.ts';
import { apiInfo, consoleInfo, openApiDocument } from '../routing/openapi.ts';
import { studioRoutes } from '../studio/routes/index.ts';

/** Placeholder address. The OpenAPI documents contain an address; what is generated from them does not depend on it. */
const HOST = 'https://api.example.org';

/** Parts of an OpenAPI document that the summary shows. */
interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

interface Operation {
  operationId: string;
  description?: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

interface Content {
  content: Record<string, { schema: Schema }>;
}

interface Schema {
  $ref?: string;
  properties?: Record<string, unknown>;
  required?: string[];
}

/** Returns the OpenAPI documents of the API, and of the routes of the console and the Studio. */
export async function openApiDocuments(): Promise<{ api: OpenApi; console: OpenApi }> {
  const api = await openApiDocument(routes, apiInfo(HOST));
  const console = await openApiDocument([...consoleRoutes, ...studioRoutes], consoleInfo(HOST));
  return JSON.parse(JSON.stringify({ api, console }));
}

/**
 * Returns the text of `api/openapi.txt`, in which reviewers see every change of the OpenAPI documents.
 * It has one line for each document, each operation and each named schema. A line ends with a hash of everything that
 * the document states about the operation or schema, or of the rest of the document.
 */
export async function contractText(): Promise<string> {
  const lines = Object.entries(await openApiDocuments()).flatMap(([name, { paths, components, ...rest }]) => {
    const { schemas, ...others } = components;
    return [
      `${name} ${digest([rest, others])}`,
      ...Object.entries(paths).flatMap(([url, item]) =>
        Object.entries(item).map(([method, operation]) => `${method.toUpperCase()} ${url} ${operationText(operation)}`),
      ),
      ...Object.entries(schemas).map(([title, schema]) => `${title}${fieldsOf(schema)} ${digest(schema)}`),
    ];
  });
  return ['# The OpenAPI documents, written by `npm run contract`.', ...lines, ''].join('\n');
}

function operationText(operation: Operation): string {
  const { operationId, description = '', security, parameters = [], requestBody, responses } = operation;
  const [scope = Object.keys(security[0] ?? {}).join() || 'open'] = /(?<=Scope: `)[a-z.]+/.exec(description) ?? [];
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const answers = Object.entries(responses).map(([status, answer]) =>
    status < '400' ? `${status}${contentText(answer)}` : status,
  );
  return [
    `${operationId}, ${scope}:`,
    ...(query.length > 0 ? [`?(${query.map(({ name, required }) => (required ? name : `${name}?`)).join(', ')})`] : []),
    ...(requestBody ? [contentText(requestBody).trim()] : []),
    `-> ${answers.join(' ')} ${digest(operation)}`,
  ].join(' ');
}

function contentText({ content }: Content): string {
  return Object.entries(content)
    .map(([type, { schema }]) => (type === 'application/json' ? fieldsOf(schema) : ` ${type}`))
    .join('');
}

/**
 * Returns the names of a schema's fields, with `?` after optional ones, or the name of the schema that it refers to.
 */
function fieldsOf({ $ref, properties, required = [] }: Schema): string {
  if ($ref !== undefined) return ` ${$ref.replace(/.*\//, '')}`;
  if (properties === undefined) return '';
  const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
  return ` {${names.join(', ')}}`;
}

function digest(part: unknown): string {
  return hash('sha256', JSON.stringify(part)).slice(0, 12);
}

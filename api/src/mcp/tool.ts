import { type Static, type TObject, type TSchema, Value } from '@framemill/timeline/typebox';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { Scope } from '../auth/scopes.ts';
import type { ApiDeps } from '../deps.ts';
import type { CostLimitExceeded } from '../limiter/cost-limits.ts';
import type { Limiter } from '../limiter/limiter.ts';
import type { Route } from '../routing/define-route.ts';
import type { InnerCalls } from '../routing/inner-calls.ts';

/** Context of one tool call. */
export interface ToolContext {
  app: FastifyInstance;
  deps: ApiDeps;
  caller: Caller;
  inner: InnerCalls;
  /**
   * Moves the request of this call to a worker thread.
   * Returns `false` if the response has already begun, which is the case after a question to the person.
   */
  giveUp(reason: CostLimitExceeded): boolean;
  /** Rate limiter, for work that a tool does without calling a route. */
  limiter: Limiter;
  /** Aborted when the client disconnects. Rendering then stops; changes to a project are still completed. */
  signal: AbortSignal;
  /**
   * Reports `progress` of `total` to the client during a long call. Does nothing when the client requested no progress.
   */
  progress(progress: number, total: number, message: string): Promise<void>;
}

/** Content block of a tool's answer. */
export type ToolContent =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType: string; description?: string };

/** Result of a tool. `data` is its structured content, and is also sent as JSON in the first text block. */
interface ToolOutcome {
  data: Record<string, unknown>;
  content?: ToolContent[];
}

/** Tool of the MCP server: defined in its own file, or derived from a command. */
export interface McpTool {
  name: string;
  title: string;
  description: string;
  /**
   * Scope that a call needs. `null`: any credential may call. Tools are listed for every caller, and a call without the
   * scope is refused.
   */
  scope: Scope | null;
  /** Route with the same function. API texts that name the route are rewritten to name this tool. */
  route?: Pick<Route, 'method' | 'path'>;
  /** JSON Schema of the tool's arguments, which is an object. */
  inputSchema: Record<string, unknown>;
  /** JSON Schema of the structured content, as built by `answerSchema`. */
  outputSchema: Record<string, unknown>;
  /**
   * JSON Schema that the input is checked against before `run`; `inputSchema` when absent.
   * The tools of commands have a looser schema here, because the code that runs commands has better error messages.
   */
  checked?: Record<string, unknown>;
  /** Address of the app that displays the answer, in hosts that support apps. */
  appUri?: string;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
  /**
   * Runs the tool. `input` has been checked against `checked`, or against `inputSchema` when that is absent. Throws
   * `FramemillError`.
   */
  run(input: Record<string, unknown>, context: ToolContext): Promise<ToolOutcome>;
}

/** MCP annotations of tools that only read. */
export const reading = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** MCP annotations of tools whose changes can be undone. */
export const changing = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

/**
 * Number of levels of an answer that its schema describes. The number is small because the schemas in the list of tools
 * cost the model tokens.
 */
const DEPTH = 2;

const error = {
  type: 'object',
  properties: { code: { type: 'string' }, message: { type: 'string' } },
  required: ['code', 'message'],
};

/**
 * Returns the JSON Schema of a tool's structured content: the names and types of the first two levels of the answer, or
 * the error of a failed call. Further fields are allowed. The OpenAPI document has the complete schema.
 */
export function answerSchema(output: TSchema): Record<string, unknown> {
  const { properties, required = [] } = outline(JSON.parse(JSON.stringify(output)), DEPTH);
  return { type: 'object', properties: { ...properties, error }, anyOf: [{ required }, { required: ['error'] }] };
}

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

function outline({ type, properties, required, items, anyOf }: Schema, depth: number): Schema {
  const types = [...new Set([type ?? anyOf?.map((choice) => choice.type ?? []) ?? []].flat(2))];
  const [only] = types;
  if (only === undefined) return {};
  const inner: Schema = {};
  if (properties && depth > 0) {
    const outlined = Object.entries(properties).map(([name, schema]) => [name, outline(schema, depth - 1)]);
    inner.properties = Object.fromEntries(outlined);
    if (required) inner.required = required;
  }
  if (items && depth > 0) inner.items = outline(items, depth - 1);
  return { type: types.length === 1 ? only : types, ...inner };
}

/**
 * Definition of a tool. `input`: TypeBox schema of the arguments that `run` receives. `output`: TypeBox schema of the
 * answer.
 */
export interface ToolSpec<Input extends TObject> extends Omit<McpTool, 'inputSchema' | 'outputSchema' | 'run'> {
  input: Input;
  output: TSchema;
  run(input: Static<Input>, context: ToolContext): Promise<ToolOutcome>;
}

/** Builds a tool from its definition. */
export function defineTool<Input extends TObject>({ input, output, run, ...stated }: ToolSpec<Input>): McpTool {
  return {
    ...stated,
    inputSchema: JSON.parse(JSON.stringify(input)),
    outputSchema: answerSchema(output),
    run: (given, context) => run(Value.Parse(input, given), context),
  };
}

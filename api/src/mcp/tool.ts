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
   * Returns `false` when that is impossible because the response has already begun, which happens when a person was
   * asked.
   */
  giveUp(reason: CostLimitExceeded): boolean;
  /** Rate limiter, for work that a tool does without calling a route. */
  limiter: Limiter;
  /**
   * Aborted when the client disconnects. Stops rendering, whose result no client would receive. Changes to a project
   * continue.
   */
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
   * Schema that the input is checked against before `run`; `inputSchema` when absent.
   * The tools of commands use a looser schema here, because the command reducer has better error messages.
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

/** Annotations of tools that only read. */
export const reading = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** Annotations of tools whose changes can be undone. */
export const changing = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

/**
 * Number of levels of an answer that its schema describes. Clients check every answer against the schema, and models
 * pay for each schema in the list of tools.
 */
const DEPTH = 2;

const error = {
  type: 'object',
  properties: { code: { type: 'string' }, message: { type: 'string' } },
  required: ['code', 'message'],
};

/**
 * Returns the JSON Schema of a tool's structured content: the names and types of its answer two levels down, or the
 * error of a failed call. The schema is open, so an answer may have further fields. The OpenAPI document has the
 * complete schema.
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
 * Definition of a tool in its own file. `input` is a TypeBox object whose type `run` receives; `output` names the parts
 * of the answer.
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

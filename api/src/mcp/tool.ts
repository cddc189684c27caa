import type { FastifyInstance } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { Scope } from '../auth/scopes.ts';
import type { ApiDeps } from '../deps.ts';
import type { Limiter } from '../limiter/limiter.ts';
import type { TooHeavy } from '../limiter/too-heavy.ts';
import type { Route } from '../routing/define-route.ts';
import type { InnerCalls } from '../routing/inner-calls.ts';

/** What a tool works with during one call. */
export interface ToolContext {
  app: FastifyInstance;
  deps: ApiDeps;
  caller: Caller;
  inner: InnerCalls;
  /** Has a thread answer the request that this call came in. False when its answer has begun: a person was asked. */
  giveUp(reason: TooHeavy): boolean;
  /** For what a tool does without a route. */
  limiter: Limiter;
  /** Aborted when the client has gone: nobody sees what is rendered then. What changes a project goes on. */
  signal: AbortSignal;
  /** Tells the client how far a long call is: `progress` of `total`. Does nothing when the client did not ask for it. */
  progress(progress: number, total: number, message: string): Promise<void>;
}

/** One piece of what a tool answers with. */
export type ToolContent =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType: string; description?: string };

/** What a tool gave. `data` is its structured content; as JSON it is also the first text. */
export interface ToolOutcome {
  data: Record<string, unknown>;
  content?: ToolContent[];
}

/** A tool: one file, or derived from a command. */
export interface McpTool {
  name: string;
  title: string;
  description: string;
  /** Scope that a call needs; null: any credential. Tools are listed for everybody, and refused on call. */
  scope: Scope | null;
  /** The route that does the same: where texts of the API name it, this tool is named. */
  route?: Pick<Route, 'method' | 'path'>;
  /** JSON Schema of an object. */
  inputSchema: Record<string, unknown>;
  /** JSON Schema of the structured content, as `answerSchema` makes it. */
  outputSchema: Record<string, unknown>;
  /** What is checked before `run` where that is less: the reducer checks the parameters of commands, with better messages. */
  checked?: Record<string, unknown>;
  /** Address of the app that shows the answer, in hosts that have apps. */
  appUri?: string;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
  /** `input` has been checked against `inputSchema`. Throws `FramemillError`. */
  run(input: Record<string, unknown>, context: ToolContext): Promise<ToolOutcome>;
}

/** Hints of tools that only look. */
export const reading = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** Hints of tools that change what can be undone. */
export const changing = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

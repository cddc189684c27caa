/** Result of a tool call by an agent. */
export interface ToolAnswer {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** Tool that a page offers to agents in the browser. */
export interface PageTool {
  name: string;
  title: string;
  description: string;
  /** JSON schema of an object. */
  inputSchema: Record<string, unknown>;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean };
  /** Runs the tool. Never rejects: errors are returned as results. */
  execute(input: Record<string, unknown>): Promise<ToolAnswer>;
}

/**
 * Interface of `navigator.modelContext` in browsers that support it. Implementations differ: some register tools one by
 * one, others all at once.
 */
export interface ModelContext {
  registerTool?(tool: PageTool, options?: { signal: AbortSignal }): unknown;
  unregisterTool?(name: string): unknown;
  provideContext?(context: { tools: readonly PageTool[] }): unknown;
}

/** Returns the browser's model context; null when it has none. */
export function modelContextOf(browser: object): ModelContext | null {
  const found: unknown = Reflect.get(browser, 'modelContext');
  return isModelContext(found) ? found : null;
}

function isModelContext(value: unknown): value is ModelContext {
  if (typeof value !== 'object' || value === null) return false;
  return ['registerTool', 'provideContext'].some((name) => typeof Reflect.get(value, name) === 'function');
}

/** Registers tools and returns a function that removes them. */
export function offerTools(context: ModelContext, tools: readonly PageTool[]): () => void {
  if (!context.registerTool) {
    context.provideContext?.({ tools });
    return () => void context.provideContext?.({ tools: [] });
  }
  const stop = new AbortController();
  for (const tool of tools) context.registerTool(tool, { signal: stop.signal });
  return () => {
    stop.abort();
    for (const { name } of tools) context.unregisterTool?.(name);
  };
}

/** What a tool answers an agent with. */
export interface ToolAnswer {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** A tool that a page offers to agents of the browser. */
export interface PageTool {
  name: string;
  title: string;
  description: string;
  /** JSON Schema of an object. */
  inputSchema: Record<string, unknown>;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean };
  /** Never rejects: what goes wrong is an answer. */
  execute(input: Record<string, unknown>): Promise<ToolAnswer>;
}

/** `navigator.modelContext` of browsers that have it. They differ: some take tools one by one, some all at once. */
export interface ModelContext {
  registerTool?(tool: PageTool, options?: { signal: AbortSignal }): unknown;
  unregisterTool?(name: string): unknown;
  provideContext?(context: { tools: readonly PageTool[] }): unknown;
}

/** The way to agents of this browser; null: it has none. */
export function modelContextOf(browser: object): ModelContext | null {
  const found: unknown = Reflect.get(browser, 'modelContext');
  return isModelContext(found) ? found : null;
}

function isModelContext(value: unknown): value is ModelContext {
  if (typeof value !== 'object' || value === null) return false;
  return ['registerTool', 'provideContext'].some((name) => typeof Reflect.get(value, name) === 'function');
}

/** Offers tools until the returned function is called. */
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

import type { McpTool } from './tool.ts';

/** Rewrites API texts in terms of tools. Routes and parts of requests are not visible to clients of tools. */
export interface ToolWords {
  /**
   * Rewrites one text. `Add clips with POST /v1/projects/prj_1/commands.` becomes `Add clips with apply_commands.`, and
   * `body.name` becomes `name`.
   */
  text(text: string): string;
  /** Rewrites the texts in an error, at any depth. */
  refusal(error: Record<string, unknown>): Record<string, unknown>;
  /** Rewrites the advice in a route's answer. The contents of projects and files are never changed. */
  answer(data: Record<string, unknown>): Record<string, unknown>;
}

/** Fields of answers in which routes give advice on the next step. */
const ADVICE = ['hint', 'note', 'poll', 'compositionUrl'];

/** Replacement for an address without a tool of its own. */
const ELSEWHERE = 'the HTTP API';

const QUERY = String.raw`(\?[\w={}&.-]*[\w}=])?`;

/** Creates the rewriting functions for tools that correspond to routes (`McpTool.route`). */
export function createToolWords(tools: readonly Pick<McpTool, 'name' | 'route'>[]): ToolWords {
  const named = tools
    .flatMap(({ name, route }) => (route ? [{ name, route }] : []))
    // Match the longest paths first, because a path starts with those of its parents.
    .toSorted((a, b) => b.route.path.length - a.route.path.length)
    .map(({ name, route: { method, path } }) => {
      // `poll: '/v1/renders/...'` has no HTTP method.
      const verb = method === 'GET' ? '(?:GET )?(?<!(?:POST|PUT|PATCH|DELETE) )' : `${method} `;
      const address = path.replaceAll(/:\w+/g, '[\\w{}-]+');
      return { name, pattern: new RegExp(`\`?${verb}/v1${address}(?![\\w{}/-])${QUERY}\`?`, 'g') };
    });
  const text = (said: string): string => {
    let words = said;
    for (const { name, pattern } of named) words = words.replaceAll(pattern, (_all, query) => name + withValues(query));
    return words
      .replaceAll(/`?(?:(?:GET|POST|PUT|PATCH|DELETE) )?\/v1\/[^\s`,;]*[^\s`,;.]`?/g, ELSEWHERE)
      .replaceAll(/ See \/openapi\.json\.?/g, '')
      .replaceAll(/\b(body|query|path|arguments)\.(?=[a-z])/g, '');
  };
  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(deep);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, deep(inner)]));
  };
  return {
    text,
    refusal: (error) => deep(error) as Record<string, unknown>,
    answer(data) {
      const changed = ADVICE.flatMap((field) => {
        const said = data[field];
        return typeof said === 'string' ? [[field, text(said)]] : [];
      });
      return { ...data, ...Object.fromEntries(changed) };
    },
  };
}

/** Writes a query such as `?at=2&format=image` as ` with at 2, format image`. */
function withValues(query: string | undefined): string {
  if (query === undefined) return '';
  const values = [...new URLSearchParams(query)].map(([name, value]) => (value === '' ? name : `${name} ${value}`));
  return ` with ${values.join(', ')}`;
}

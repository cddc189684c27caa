import type { McpTool } from './tool.ts';

/** Says in names of tools what texts of the API say in addresses and parts of requests: clients of tools see neither. */
export interface ToolWords {
  /** `Add clips with POST /v1/projects/prj_1/commands.` is `Add clips with apply_commands.`, `body.name` is `name`. */
  text(text: string): string;
  /** The details of an error, at any depth. */
  refusal(error: Record<string, unknown>): Record<string, unknown>;
  /** Rewords the answer of a route: its own advice alone, never the contents of a project or file. */
  answer(data: Record<string, unknown>): Record<string, unknown>;
}

/** Fields of answers in which routes say what to do next. */
const ADVICE = ['hint', 'note', 'poll', 'compositionUrl'];

/** Name of an address that no tool stands for. */
const ELSEWHERE = 'the HTTP API';

const QUERY = String.raw`(\?[\w={}&.-]*[\w}=])?`;

/** Makes the words for tools that stand for routes (`McpTool.route`). */
export function createToolWords(tools: readonly Pick<McpTool, 'name' | 'route'>[]): ToolWords {
  const named = tools
    .flatMap(({ name, route }) => (route ? [{ name, route }] : []))
    // The longest first: an address also begins with those above it.
    .toSorted((a, b) => b.route.path.length - a.route.path.length)
    .map(({ name, route: { method, path } }) => {
      // `poll: '/v1/renders/...'` names no method.
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

/** `?at=2&format=image` as ` with at 2, format image`. */
function withValues(query: string | undefined): string {
  if (query === undefined) return '';
  const values = [...new URLSearchParams(query)].map(([name, value]) => (value === '' ? name : `${name} ${value}`));
  return ` with ${values.join(', ')}`;
}

import type { Scope } from '../auth/scopes.ts';
import { inputReader } from '../http/input.ts';
import { commandTools } from './command-tools.ts';
import type { McpTool } from './tool.ts';
import { findingTools, serviceTools } from './tools/index.ts';

/**
 * Functions that rewrite API messages for MCP clients.
 * These clients see tools and arguments, not routes and request bodies.
 */
interface ToolWords {
  /**
   * Rewrites one text. `Add clips with POST /v1/projects/prj_1/commands.` becomes `Add clips with apply_commands.`, and
   * `body.name` becomes `name`.
   */
  text(text: string): string;
  /** Rewrites the texts in an error, at any depth. */
  refusal(error: Record<string, unknown>): Record<string, unknown>;
  /** Rewrites the fields in `ADVICE` of a route's response. All other content stays unchanged. */
  answer(data: Record<string, unknown>): Record<string, unknown>;
}

/** Fields of route responses that contain advice on the next step. */
const ADVICE = ['hint', 'note', 'poll', 'compositionUrl'];

/** Text that replaces the address of a route for which there is no tool. */
const ELSEWHERE = 'the HTTP API';

const QUERY = String.raw`(\?[\w={}&.-]*[\w}=])?`;

/** MCP tool with its input check. */
export interface ListedTool extends McpTool {
  /** Checks and returns the arguments of a call. Throws `invalid_request` that names the field. */
  read(input: unknown): Record<string, unknown>;
  /** Functions that rewrite API messages so that they name tools instead of routes. */
  words: ToolWords;
}

/** Lists of tools that clients can choose from. Each has a fixed order and is the same for every caller. */
export interface ToolLists {
  /** All tools: those of `core`, then one for each editing command. */
  all: ListedTool[];
  /**
   * Short list: the tools that are not single commands, and two that find and describe the commands for
   * `apply_commands`.
   */
  core: ListedTool[];
}

/** Builds the lists of tools. Call it once per process. */
export function createToolLists(): ToolLists {
  const words = createToolWords([...serviceTools, ...findingTools]);
  const listed = (tool: McpTool): ListedTool => {
    const read = inputReader(tool.checked ?? tool.inputSchema, 'arguments');
    return {
      ...{ ...tool, words, description: words.text(tool.description), inputSchema: described(tool.inputSchema, words) },
      read: (input) => read(input) as Record<string, unknown>,
    };
  };
  const core = [...serviceTools, ...findingTools].map(listed);
  return { all: [...core, ...commandTools().map(listed)], core };
}

/** Returns a schema with its descriptions rewritten in terms of tools. */
function described(schema: Record<string, unknown>, { text }: ToolWords): Record<string, unknown> {
  const reviver = (key: string, value: unknown) =>
    key === 'description' && typeof value === 'string' ? text(value) : value;
  return JSON.parse(JSON.stringify(schema), reviver);
}

let scopes: readonly Scope[] | undefined;

/** Returns all scopes that the tools need. OAuth clients request these scopes from the person. */
export function toolScopes(): readonly Scope[] {
  scopes ??= findScopes();
  return scopes;
}

function findScopes(): Scope[] {
  const tools = [...serviceTools, ...findingTools, ...commandTools()];
  return [...new Set(tools.flatMap(({ scope }) => (scope === null ? [] : [scope])))];
}

/** Creates the functions that rewrite texts, from the tools that correspond to routes (`McpTool.route`). */
function createToolWords(tools: readonly Pick<McpTool, 'name' | 'route'>[]): ToolWords {
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

/** Converts the query string of a URL to words: `?at=2&format=image` becomes ` with at 2, format image`. */
function withValues(query: string | undefined): string {
  if (query === undefined) return '';
  const values = [...new URLSearchParams(query)].map(([name, value]) => (value === '' ? name : `${name} ${value}`));
  return ` with ${values.join(', ')}`;
}

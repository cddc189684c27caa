import { FramemillError } from '@framemill/timeline';
import type { Adapter, AdapterSettings, AdapterVariable, Configured, ProviderKind } from './adapter.ts';
import { type AdapterOf, adapters } from './index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Configured providers of an installation by kind, in the order in which they are called. */
export type Providers = { readonly [Kind in ProviderKind]: readonly Configured<AdapterOf<Kind>>[] };

/**
 * Returns the name of the environment variable that sets the order of one kind of providers.
 * Example: `IMAGE_PROVIDERS=stability,openai-images`.
 */
export function orderVariable(kind: string): string {
  return `${kind.toUpperCase()}_PROVIDERS`;
}

/**
 * Reads the configured providers from the environment. Throws `invalid_request` with one sentence that names every
 * invalid variable; it never contains the value of a secret.
 */
export async function openProviders(env: Environment): Promise<Providers> {
  const problems: string[] = [];
  const open = <Kind extends ProviderKind>(kind: Kind) => openKind(kind, env, problems);
  const providers: Providers = {
    language: await open('language'),
    image: await open('image'),
    video: await open('video'),
    speech: await open('speech'),
    transcription: await open('transcription'),
    stock: await open('stock'),
    safety: await open('safety'),
  };
  if (problems.length > 0)
    throw new FramemillError('invalid_request', `The configuration is wrong: ${problems.join('; ')}.`);
  return providers;
}

async function openKind<Kind extends ProviderKind>(
  kind: Kind,
  env: Environment,
  problems: string[],
): Promise<Configured<AdapterOf<Kind>>[]> {
  const family: readonly AdapterOf<Kind>[] = adapters[kind];
  const chosen = namesIn(env[orderVariable(kind)]);
  const unknown = chosen?.filter((name) => !family.some((adapter) => adapter.name === name)) ?? [];
  if (unknown.length > 0) {
    const known = family.map(({ name }) => name).join(', ');
    problems.push(`${orderVariable(kind)} must name providers among ${known} (got "${unknown.join(', ')}")`);
  }
  const ordered = chosen ? chosen.flatMap((name) => family.find((adapter) => adapter.name === name) ?? []) : family;
  const opened = ordered.map(async (adapter) => {
    const settings = settingsOf(adapter, env, problems);
    if (settings === null || (adapter.isReady && !(await adapter.isReady(settings)))) {
      if (chosen)
        problems.push(`${orderVariable(kind)} names ${adapter.name}, which is not configured: ${needsOf(adapter)}`);
      return [];
    }
    return [{ adapter, settings }];
  });
  return (await Promise.all(opened)).flat();
}

/**
 * Reads the values of an adapter's variables.
 * Returns `null` when a required variable has no value. Descriptions of invalid values are added to `problems`.
 */
function settingsOf({ variables }: Adapter, env: Environment, problems: string[]): AdapterSettings | null {
  const settings: Record<string, string> = {};
  for (const [name, variable] of Object.entries(variables)) {
    const value = env[name]?.trim() || variable.fallback || '';
    if (value === '' && variable.required) return null;
    const problem = value === '' ? null : problemOf(name, variable, value);
    if (problem !== null) problems.push(problem);
    settings[name] = variable.type === 'url' ? value.replace(/\/+$/, '') : value;
  }
  return settings;
}

function problemOf(name: string, { type }: AdapterVariable, value: string): string | null {
  if (type === 'secret') return /^[\x21-\x7e]+$/.test(value) ? null : `${name} has characters not allowed in a key`;
  if (type !== 'url') return null;
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.search === '')
    return null;
  return `${name} must be a URL that starts with http:// or https://, without user and query`;
}

/** Returns the steps that an operator must take to configure an adapter. */
export function needsOf({ variables, needs }: Adapter): string {
  const required = Object.entries(variables).flatMap(([name, variable]) => (variable.required ? [name] : []));
  return [...(required.length > 0 ? [`set ${required.join(', ')}`] : []), ...(needs ? [needs] : [])].join('; ');
}

function namesIn(list: string | undefined): string[] | null {
  const names = (list ?? '').split(',').flatMap((name) => name.trim() || []);
  return names.length > 0 ? [...new Set(names)] : null;
}

/** Returns the names of all variables that configure providers. */
export function providerVariables(): string[] {
  const own = Object.values(adapters).flatMap((family) => family.flatMap(({ variables }) => Object.keys(variables)));
  return [...own, ...Object.keys(adapters).map(orderVariable)];
}

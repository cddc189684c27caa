import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { installProvidersPage } from '../../src/pages/extension-pages.ts';
import type { Adapter } from '../../src/providers/adapter.ts';
import { adapters } from '../../src/providers/index.ts';
import { openProviders } from '../../src/providers/open-providers.ts';

const namesOf = (chain: readonly { adapter: { name: string } }[]) => chain.map(({ adapter }) => adapter.name);

describe('the providers of an installation', () => {
  it('are those whose variables are set, in the order of the table', async () => {
    expect(namesOf((await openProviders({})).safety)).toEqual(['word-list']);
    const { safety } = await openProviders({ OPENAI_API_KEY: 'sk-1', OPENAI_BASE_URL: 'http://localhost:9/v1//' });
    expect(namesOf(safety)).toEqual(['openai-moderation', 'word-list']);
    expect(safety[0]?.settings).toMatchObject({ OPENAI_API_KEY: 'sk-1', OPENAI_BASE_URL: 'http://localhost:9/v1' });
  });

  it('are tried in the order that the operator gives', async () => {
    const env = { OPENAI_API_KEY: 'sk-1', SAFETY_PROVIDERS: 'word-list, openai-moderation' };
    expect(namesOf((await openProviders(env)).safety)).toEqual(['word-list', 'openai-moderation']);
    expect(namesOf((await openProviders({ ...env, SAFETY_PROVIDERS: 'word-list' })).safety)).toEqual(['word-list']);
  });

  it.each([
    [
      { SAFETY_PROVIDERS: 'nobody' },
      'SAFETY_PROVIDERS must name providers among openai-moderation, word-list (got "nobody")',
    ],
    [
      { SAFETY_PROVIDERS: 'openai-moderation' },
      'SAFETY_PROVIDERS names openai-moderation, which is not configured: set OPENAI_API_KEY',
    ],
    [{ OPENAI_API_KEY: 'sk-1', OPENAI_BASE_URL: 'ftp://x' }, 'OPENAI_BASE_URL must be a URL that starts with'],
    [{ OPENAI_API_KEY: 'ke y' }, 'OPENAI_API_KEY has characters not allowed in a key'],
  ])('say which variable is wrong: %j', async (env, message) => {
    const error: unknown = await openProviders(env).catch((cause: unknown) => cause);
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain('ke y');
  });
});

describe('the page about providers', () => {
  it('names every adapter and every variable, and no value of this machine', async () => {
    const app = Fastify();
    installProvidersPage(app);
    const { payload } = await app.inject('/docs/providers');
    for (const family of Object.values<readonly Adapter[]>(adapters)) {
      for (const { name, variables } of family) {
        expect(payload).toContain(`<code>${name}</code>`);
        for (const variable of Object.keys(variables)) expect(payload).toContain(`<code>${variable}</code>`);
      }
    }
    await app.close();
  });
});

describe('every adapter', () => {
  const all = Object.entries(adapters).flatMap(([kind, family]) => family.map((adapter) => ({ kind, adapter })));

  it.each(all)(
    'has a name of its own in its kind, a title and a meaning for each variable: $kind $adapter.name',
    ({ kind, adapter }) => {
      expect(adapter.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(all.filter((other) => other.kind === kind && other.adapter.name === adapter.name)).toHaveLength(1);
      expect(adapter.title.length).toBeGreaterThan(4);
      for (const [name, { meaning }] of Object.entries(adapter.variables)) {
        expect(name).toMatch(/^[A-Z][A-Z0-9_]+$/);
        expect(meaning, name).toMatch(/^[A-Z].{6,}[^.]$/);
      }
    },
  );

  it('agrees with the others about a variable that several read', () => {
    const seen = new Map<string, unknown>();
    for (const { adapter } of all) {
      for (const [name, variable] of Object.entries(adapter.variables)) {
        const { required: _required, ...stated } = { required: false, ...variable };
        expect(seen.get(name) ?? stated, name).toEqual(stated);
        seen.set(name, stated);
      }
    }
  });
});

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { isScope } from '../src/auth/scopes.ts';
import { routes } from '../src/routes/index.ts';
import type { Route } from '../src/routing/define-route.ts';
import { fillExample, fillPath, makeWorld, type World } from './fixture-world.ts';
import { mp4Bytes, multipartForm } from './multipart-form.ts';
import { startServedApi } from './shared-api.ts';

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'handler' in value;

describe('the route family', () => {
  it('has one line in the index for each route that its files define', async () => {
    const folder = path.join(import.meta.dirname, '../src/routes');
    const files = (await readdir(folder)).filter((file) => file !== 'index.ts' && !file.endsWith('.test.ts'));
    const modules: object[] = await Promise.all(files.map((file) => import(path.join(folder, file))));
    const defined = modules.map((module) => Object.values(module).filter(isRoute));
    expect(files.filter((_, index) => defined[index]?.length === 0)).toEqual([]);
    expect(routes.map((route) => route.name).sort()).toEqual(
      defined.flatMap((list) => list.map(({ name }) => name)).sort(),
    );
  });

  it('describes every route, with a scope that exists and an example', () => {
    for (const route of routes) {
      expect(route.summary.length, route.name).toBeGreaterThan(4);
      expect(route.description, route.name).toMatch(/\.$/);
      expect(route.access === 'key' || isScope(route.access), route.name).toBe(true);
      expect(route.examples.length, route.name).toBeGreaterThan(0);
      if (route.path.includes(':id')) expect(route.errors, route.name).toContain('not_found');
    }
  });

  it('has each method and path once', () => {
    const keys = routes.map((route) => `${route.method} ${route.path}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

/** Names of routes that are not read-only, but leave everything as it is that exists already. */
const harmless = new Set([
  ...['create-project', 'create-workspace', 'create-render', 'create-batch', 'validate-commands'],
  ...['create-images', 'create-sticker', 'create-speech', 'create-transcription'],
]);

describe('the examples of the documentation', () => {
  const api = forSuite(startServedApi);

  const cases = routes.flatMap((route) => route.examples.map((example) => ({ route, example })));
  /** World of the examples that change nothing in it. Its plan limits no number of renders. */
  let shared: Promise<World> | undefined;
  function worldOf({ method, name }: Route): Promise<World> {
    if (method !== 'GET' && !harmless.has(name)) return makeWorld(api);
    shared ??= makeWorld(api, 'self-hosted');
    return shared;
  }

  it.each(cases)('work: $route.name, $example.title', async ({ route, example }) => {
    const world = await worldOf(route);
    const id = route.name === 'delete-render' ? world.endedRenderId : undefined;
    const url = `/v1${fillPath(route.path, world, id)}${queryText(example.query ?? {}, world)}`;
    const answer =
      route.consumes === undefined
        ? await api.send(world.account, route.method, url, fillExample(example.body, world))
        : await upload(world, url);
    expect([answer.status, answer.body?.error]).toEqual([example.status ?? route.status, undefined]);
  });

  function upload(world: World, url: string) {
    const { payload, headers } = multipartForm({ name: 'a.mp4', data: mp4Bytes('example') });
    const authorization = `Bearer ${world.account.key}`;
    return api.inject({ method: 'POST', url, headers: { ...headers, authorization }, payload });
  }
});

function queryText(query: Record<string, string | number | boolean>, world: World): string {
  const pairs = Object.entries(query).map(([name, value]) => [
    name,
    String(value).replace('{projectId}', world.projectId),
  ]);
  return pairs.length > 0 ? `?${new URLSearchParams(Object.fromEntries(pairs))}` : '';
}

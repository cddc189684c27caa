import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFixtureApi } from './mcp-conformance/start-fixture-api.ts';

const run = promisify(execFile);
const suite = path.dirname(fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json')));

let api: Awaited<ReturnType<typeof startFixtureApi>>;
beforeAll(async () => {
  api = await startFixtureApi();
});
afterAll(() => api.close());

for (const { revision, count, tags } of [
  { revision: '2026-07-28', count: 37, tags: [] },
  { revision: '2025-11-25', count: 30, tags: 'full' },
])
  it(`passes all of ${count} scored scenarios of the public conformance suite of MCP, ${revision}`, {
    timeout: 240_000,
    tags,
  }, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'mcp-conformance-'));
    const command = [path.join(suite, 'dist/index.js'), 'server', '--url', api.url, '--requirements', revision];
    // It ends with 1 when anything fails, also what is not scored.
    await run(process.execPath, [...command, '--timeout', '30000', '-o', folder]).catch(() => undefined);
    const scored = await scoredBy(revision);
    expect(scored).toHaveLength(count);
    for (const scenario of scored) expect([scenario, await problemsOf(folder, scenario)]).toEqual([scenario, []]);
  });

/**
 * Returns the names of the scored server scenarios of a protocol revision. They are the lines `- name` below `server:`
 * in the suite's list.
 */
async function scoredBy(revision: string): Promise<string[]> {
  const text = await readFile(path.join(suite, 'requirements', `${revision}.yaml`), 'utf8');
  const [, list = ''] = /^server:\n((?: {2}- .*\n)+)/m.exec(text) ?? [];
  return list.split('\n').flatMap((line) => (line === '' ? [] : [line.trim().slice(2)]));
}

/** Returns the failures that the conformance suite reported for a scenario; null when the scenario did not run. */
async function problemsOf(folder: string, scenario: string): Promise<string[] | null> {
  const name = (await readdir(folder)).find(
    (entry) => entry.replace(/-\d{4}-\d{2}-\d{2}T.*$/, '') === `server-${scenario}`,
  );
  if (name === undefined) return null;
  const checks: { id: string; status: string; errorMessage?: string }[] = JSON.parse(
    await readFile(path.join(folder, name, 'checks.json'), 'utf8'),
  );
  return checks.flatMap(({ id, status, errorMessage }) => (status === 'FAILURE' ? [`${id}: ${errorMessage}`] : []));
}

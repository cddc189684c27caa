import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suiteFolder } from '@framemill/testing/folders';
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/index.ts';
import { keepSecretsKey } from './settings.ts';

const folder = suiteFolder();

it('makes a key once, for its owner only, and refuses a file that holds none', async () => {
  const key = await keepSecretsKey(folder);
  expect(loadConfig({ SECRETS_KEY: key }).secretsKeys).toEqual([key]);
  const file = path.join(folder, 'secrets.key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file, 'utf8')).trim()).toBe(key);
  expect(await keepSecretsKey(folder)).toBe(key);
  await writeFile(file, '');
  await expect(keepSecretsKey(folder)).rejects.toThrow(/secrets.key" contains no valid key.*SECRETS_KEY/);
});

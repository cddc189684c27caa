import { expect, it } from 'vitest';
import { freePort } from '../testing/index.ts';
import { createDatabase, databaseReady } from './database.ts';

it('a database that is away names its variable', async () => {
  const database = createDatabase(`postgresql://user:password@127.0.0.1:${await freePort()}/framemill`);
  await expect(databaseReady(database)).rejects.toThrow('PostgreSQL cannot be used. Check DATABASE_URL.');
  await database.close();
});

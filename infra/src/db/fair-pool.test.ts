import { forSuite } from '@framemill/testing/for-suite';
import { testServices } from '@framemill/testing/services';
import { expect, it } from 'vitest';
import { FairPool, queryOwner } from './fair-pool.ts';

const services = forSuite(testServices);

it('serves owners in turns once all connections are in use', async () => {
  const pool = new FairPool({ connectionString: services.databaseUrl, max: 1 });
  const order: string[] = [];
  const ask = (id: string) => queryOwner.run({ id }, () => pool.query('SELECT 1').then(() => order.push(id)));
  const held = await pool.connect();
  const asked = ['a', 'a', 'a', 'a', 'b', 'a', 'c'].map(ask);
  held.release();
  await Promise.all(asked);
  expect(order).toEqual(['a', 'b', 'c', 'a', 'a', 'a', 'a']);
  await pool.end();
});

it('gives a query up that finds no connection in time, and the next one finds one', async () => {
  const pool = new FairPool({ connectionString: services.databaseUrl, max: 1, connectionTimeoutMillis: 400 });
  const held = await pool.connect();
  await expect(pool.query('SELECT 1')).rejects.toThrow('timeout exceeded when trying to connect');
  held.release();
  expect((await pool.query('SELECT 1')).rowCount).toBe(1);
  await pool.end();
});

it('loses no connection to those that cannot be made or break', async () => {
  const pool = new FairPool({ connectionString: 'postgres://nobody@127.0.0.1:1/none', max: 1 });
  for (let n = 0; n < 3; n += 1) await expect(pool.query('SELECT 1')).rejects.toThrow('ECONNREFUSED');
  await pool.end();
  const other = new FairPool({ connectionString: services.databaseUrl, max: 1 });
  for (let n = 0; n < 3; n += 1) {
    await expect(other.query('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
  }
  expect((await other.query('SELECT 1')).rowCount).toBe(1);
  await other.end();
});

import { expect, test } from 'vitest';
import { allAttacks, describedRoutes } from './all-attacks.ts';
import { isReached } from './attack.ts';
import { heldAttacks } from './held-attacks.ts';
import { plantedPath } from './plant.ts';
import { attackedRoutes, filledPath, keyOf } from './route-attacks.ts';

const manners = (url: string) => {
  const observed = [
    { method: 'GET', url },
    { method: 'HEAD', url },
    { method: 'POST', url },
  ];
  const mine = allAttacks(observed, describedRoutes).filter(({ name }) => name.includes(`${url}: `));
  return mine.map(({ name, manner = 'call' }) => `${name.split(' ')[0]} ${manner}`);
};

test('every route that lasts or moves bytes has an attack made by hand', () => {
  const byHand = new Set(heldAttacks.map(({ on }) => on));
  const heavy = describedRoutes.filter(({ isHeavy, takesFile }) => isHeavy || takesFile).map(keyOf);
  expect(heavy).toEqual(expect.arrayContaining(['GET /v1/batches/:id/archive', 'GET /api/studio/events']));
  expect(heavy.filter((route) => !byHand.has(route))).toEqual([]);
});

test('attacks made by hand are on routes of the registries, or of those that no registry has', () => {
  const known = new Set(describedRoutes.map(keyOf));
  const elsewhere = /^(GET|POST) \/(streams|exports|uploads|api\/mcp|oauth|api\/oauth)(\/|$)/;
  expect(heldAttacks.filter(({ on = '' }) => !known.has(on) && !elsewhere.test(on)).map(({ name }) => name)).toEqual(
    [],
  );
});

test('a route that nothing describes is attacked in every manner by itself', () => {
  expect(manners('/new/:id')).toEqual([
    'GET call',
    'GET unread',
    'GET pipelined',
    'POST call',
    'POST trickled',
    'POST call',
  ]);
  expect(manners(`${plantedPath}:id`)).toHaveLength(6);
});

test('all routes of the registries are attacked, each under one address', () => {
  const observed = describedRoutes.flatMap(({ method, url }) => [
    { method, url },
    { method, url: url.replace(/^\/v1/, '/api/v1') },
    { method, url: url.replace(/^\/v1/, '/api/studio') },
  ]);
  expect(attackedRoutes(observed, describedRoutes).map(keyOf).sort()).toEqual(describedRoutes.map(keyOf).sort());
  const attacks = allAttacks(observed, describedRoutes);
  expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
  expect(describedRoutes.filter((route) => !attacks.some(({ name }) => name.startsWith(`${keyOf(route)}: `)))).toEqual(
    [],
  );
});

test('paths name what the world has, and nothing of it where something is removed', () => {
  const world = { ids: { projects: 'prj_1', tools: 'wait' }, files: { exports: 'a.mp4' }, stream: 'abc' };
  expect(filledPath('/v1/projects/:id/preview', world, false)).toBe('/v1/projects/prj_1/preview');
  expect(filledPath('/v1/projects/:id', world, true)).toBe('/v1/projects/unknown_0');
  expect(filledPath('/exports/*', world, false)).toBe('/exports/a.mp4');
  expect(filledPath('/streams/:name/:file', world, false)).toBe('/streams/abc/index.m3u8');
});

test('an attack that is only refused reaches nothing', () => {
  const attack = { name: 'x', make: () => ({ method: 'GET', path: '/' }) };
  expect(isReached(attack, { 400: 9, 404: 1, error: 2 })).toBe(false);
  expect(isReached({ ...attack, accepts: [404] }, { 404: 1 })).toBe(true);
  expect(isReached(attack, { 404: 9, 200: 1 })).toBe(true);
});

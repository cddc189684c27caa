import { expect, it } from 'vitest';
import { routes } from '../routes/index.ts';
import { nearRoutes } from './unknown-routes.ts';

const near = (method: string, path: string) =>
  nearRoutes(method, path, routes).map((route) => `${route.method} ${route.path}`);

it('names the routes that a wrong path may mean', () => {
  expect(near('POST', '/media')).toEqual(['POST /media/import', 'POST /media/uploads', 'POST /media/addresses']);
  expect(near('POST', '/uploads')).toContain('POST /media/uploads');
  expect(near('POST', '/project')).toContain('POST /projects');
  expect(near('POST', '/me')).toEqual(['GET /me']);
  expect(near('GET', '/projects/prj_1/rendering')).toEqual(expect.arrayContaining(['GET /projects/:id']));
  expect(near('GET', '/nothing-of-the-kind')).toEqual([]);
  expect(near('GET', `/${'a/'.repeat(9_000)}`)).toEqual([]);
});

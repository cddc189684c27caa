import { forSuite } from '@framemill/testing/for-suite';
import { createDocument } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { insertProject, placeProject } from '../src/projects/project-store.ts';
import { sharedApi } from './shared-api.ts';

const api = forSuite(sharedApi);
const owner = forSuite(() => api.account());

async function newWorkspace(name: string, account = owner): Promise<string> {
  return (await api.send(account, 'POST', '/v1/workspaces', { name })).body.workspace.id;
}

async function newProject(name: string, workspaceId?: string | null): Promise<string> {
  return (await api.send(owner, 'POST', '/v1/projects', { name, workspaceId })).body.project.id;
}

const namesIn = async (query: string) =>
  (await api.send(owner, 'GET', `/v1/projects${query}`)).body.projects.map((project: { name: string }) => project.name);

describe('workspaces', () => {
  it('are created, read, renamed and deleted', async () => {
    const created = await api.send(owner, 'POST', '/v1/workspaces', { name: 'Ads' });
    expect(created.status).toBe(201);
    const { workspace } = created.body;
    expect(workspace).toMatchObject({ name: 'Ads', role: 'owner', projectCount: 0 });
    expect((await api.send(owner, 'GET', `/v1/workspaces/${workspace.id}`)).body).toEqual({ workspace });
    const renamed = await api.send(owner, 'PATCH', `/v1/workspaces/${workspace.id}`, { name: 'Films' });
    expect([renamed.status, renamed.body.workspace.name]).toEqual([200, 'Films']);
    const deleted = await api.send(owner, 'DELETE', `/v1/workspaces/${workspace.id}`);
    expect([deleted.status, deleted.body]).toEqual([200, { id: workspace.id, deleted: true }]);
    expect((await api.send(owner, 'DELETE', `/v1/workspaces/${workspace.id}`)).status).toBe(404);
  });

  it('are listed newest first in pages, each once, those of the account only', async () => {
    const account = await api.account();
    for (const name of ['a', 'b', 'c']) await newWorkspace(name, account);
    const first = (await api.send(account, 'GET', '/v1/workspaces?limit=2')).body;
    const rest = (await api.send(account, 'GET', `/v1/workspaces?limit=2&cursor=${first.nextCursor}`)).body;
    const names = [...first.workspaces, ...rest.workspaces].map(({ name }: { name: string }) => name);
    expect([names, rest.nextCursor]).toEqual([['c', 'b', 'a'], null]);
  });

  it('hold projects from their creation on or by a move, and the list of projects shows one of them', async () => {
    const ads = await newWorkspace('Ads');
    await newProject('in ads', ads);
    const loose = await newProject('loose');
    expect(await namesIn(`?workspace=${ads}`)).toEqual(['in ads']);
    const moved = await api.send(owner, 'PUT', `/v1/projects/${loose}/workspace`, { workspaceId: ads });
    expect([moved.status, moved.body.project]).toMatchObject([200, { id: loose, workspaceId: ads, rev: 1 }]);
    expect(await namesIn(`?workspace=${ads}`)).toEqual(['loose', 'in ads']);
    expect((await api.send(owner, 'GET', `/v1/workspaces/${ads}`)).body.workspace.projectCount).toBe(2);
    await api.send(owner, 'PUT', `/v1/projects/${loose}/workspace`, { workspaceId: null });
    expect(await namesIn(`?workspace=${ads}`)).toEqual(['in ads']);
    expect(await namesIn('')).toContain('loose');
  });

  it('leave their projects behind, in no workspace, when they are deleted', async () => {
    const gone = await newWorkspace('Gone');
    const project = await newProject('stays', gone);
    await api.send(owner, 'DELETE', `/v1/workspaces/${gone}`);
    const answer = await api.send(owner, 'GET', `/v1/projects/${project}`);
    expect([answer.status, answer.body.project.workspaceId]).toEqual([200, null]);
    expect((await api.send(owner, 'GET', `/v1/projects?workspace=${gone}`)).status).toBe(404);
  });

  it('take no project when they were deleted since they were looked up', async () => {
    const gone = await newWorkspace('Gone');
    const id = await newProject('moved');
    await api.send(owner, 'DELETE', `/v1/workspaces/${gone}`);
    const notFound = { code: 'not_found', message: 'There is no such workspace. Check its id.' };
    await expect(placeProject(api.deps, owner.accountId, id, gone)).rejects.toMatchObject(notFound);
    for (const plan of ['hobby', 'enterprise']) {
      const caller = { accountId: owner.accountId, plan: api.deps.plans.find(plan) };
      await expect(insertProject(api.deps, caller, createDocument(), gone)).rejects.toMatchObject(notFound);
    }
  });

  it('are changed with projects.write only', async () => {
    const reader = await api.key(owner, { scopes: ['projects.read'] });
    const id = await newWorkspace('Read only');
    expect((await api.send(reader, 'GET', `/v1/workspaces/${id}`)).status).toBe(200);
    expect((await api.send(reader, 'DELETE', `/v1/workspaces/${id}`)).body.error.scope).toBe('projects.write');
  });
});

import type { Service } from './world/service.ts';

/** Project with its clips, as API responses contain it. */
export interface ProjectView {
  rev: number;
  clips: { id: string; type: string; name: string; text?: string; start: number; duration: number }[];
}

/** Calls the API with the demo account's key and returns the parsed response. Throws when the call is refused. */
export async function callApi(service: Service, method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${service.demo.liveKey}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${service.url}/v1${path}`, { method, headers, ...sent });
  const read = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(read));
  return read;
}

/** Creates a project with a text clip and a star, and returns its id. */
export async function newProject(service: Service): Promise<string> {
  const style = { fill: '#ff8040', width: 400, height: 400 };
  const commands = [
    { op: 'addTextClip', text: 'Opening', start: 0, duration: 4, style: { fontSize: 140, fontWeight: 700 } },
    { op: 'addShapeClip', kind: 'star', start: 0, duration: 3, style },
    { op: 'updateClip', clipId: '$1.clipId', patch: { name: 'Star' } },
    { op: 'setTransform', clipId: '$1.clipId', x: 500, y: 200, rotation: 20 },
  ];
  const { project } = await callApi(service, 'POST', '/projects', { name: 'Test film', commands });
  return project.id;
}

/** Reads a project with its clips. */
export async function projectOf(service: Service, id: string): Promise<ProjectView> {
  return (await callApi(service, 'GET', `/projects/${id}?view=clips`)).project;
}

/** Applies commands to a project over the API, like another client while an editor is open. */
export async function commandsTo(service: Service, id: string, commands: object[]): Promise<void> {
  await callApi(service, 'POST', `/projects/${id}/commands`, { commands });
}

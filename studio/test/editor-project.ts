import type { Service } from '@framemill/testing/service';
import { toneWav } from '@framemill/testing/wav';

/** Project with its clips, as API responses contain it. */
export interface ProjectView {
  rev: number;
  clips: { id: string; type: string; name: string; text?: string; start: number; duration: number }[];
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
  const { project } = await service.call('POST', '/v1/projects', { name: 'Test film', commands });
  return project.id;
}

/** Reads a project with its clips. */
export async function projectOf(service: Service, id: string): Promise<ProjectView> {
  return (await service.call('GET', `/v1/projects/${id}?view=clips`)).project;
}

/** Applies commands to a project with an API call, as another client would while an editor is open. */
export async function commandsTo(service: Service, id: string, commands: object[]): Promise<void> {
  await service.call('POST', `/v1/projects/${id}/commands`, { commands });
}

/** Uploads a 440 Hz tone as a WAV file, waits until it is measured, and returns its media id. */
export async function uploadTone(service: Service, seconds: number, name = 'tone.wav'): Promise<string> {
  const { id } = await service.upload({ name, bytes: toneWav(seconds, 440) });
  await service.ingested(id);
  return id;
}

import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { starterImage, starters } from '@framemill/compositor/starters';
import { calledAs } from '@framemill/infra/command-line';
import { FramemillError } from '@framemill/timeline/errors';

/**
 * Writes a starter (example project) into a new or empty folder. Returns the path of its project file and advice on the
 * next step. Throws `invalid_request` for an unknown starter or an unusable folder.
 */
export async function initProject(name: string, folder: string): Promise<{ project: string; text: string }> {
  const starter = starters.find((candidate) => candidate.name === name);
  if (!starter) {
    const names = starters.map((candidate) => candidate.name).join(', ');
    throw new FramemillError('invalid_request', `There is no starter "${name}". Use one of ${names}. See --help.`);
  }
  const present = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new FramemillError('invalid_request', `${folder} is not a folder that can be read. Name another one.`);
  });
  if (present.length > 0) {
    throw new FramemillError('invalid_request', `The folder ${folder} is not empty. Give another one after ${name}.`);
  }
  await mkdir(join(folder, 'media'), { recursive: true });
  const project = join(folder, 'project.json');
  await writeFile(project, starter.project());
  for (const image of starter.pictures) await copyFile(starterImage(image), join(folder, 'media', image));
  const { documentJsonSchema } = await import('@framemill/timeline/document');
  await writeFile(join(folder, 'document.schema.json'), `${JSON.stringify(documentJsonSchema(), null, 2)}\n`);
  const text = `Wrote ${project}. Render it:\n  ${calledAs('render')} ${project} -o ${join(folder, `${name}.mp4`)}\n`;
  return { project, text };
}

/** Returns the names and descriptions of all starters (example projects), as text and as data. */
export function listStarters(): { text: string; result: { starters: { name: string; about: string }[] } } {
  const width = Math.max(...starters.map(({ name }) => name.length));
  return {
    text: starters.map(({ name, about }) => `${name.padEnd(width)}  ${about}\n`).join(''),
    result: { starters: starters.map(({ name, about }) => ({ name, about })) },
  };
}

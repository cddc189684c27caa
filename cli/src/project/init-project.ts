import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { starterImage, starters } from '@framemill/compositor/starters';
import { FramemillError } from '@framemill/timeline/errors';

/**
 * Writes a starter project into a new or empty folder. Returns the path of its project file and advice on the next
 * step. Throws `invalid_request` for an unknown starter or an unusable folder.
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
    throw new FramemillError(
      'invalid_request',
      `The folder ${folder} is not empty. Name another one after --init ${name}.`,
    );
  }
  await mkdir(join(folder, 'media'), { recursive: true });
  const project = join(folder, 'project.json');
  await writeFile(project, starter.project());
  for (const image of starter.pictures) await copyFile(starterImage(image), join(folder, 'media', image));
  const { documentJsonSchema } = await import('@framemill/timeline/document');
  await writeFile(join(folder, 'document.schema.json'), `${JSON.stringify(documentJsonSchema(), null, 2)}\n`);
  const text = `Wrote ${project}. Render it:\n  ${ownName('render')} ${project} -o ${join(folder, `${name}.mp4`)}\n`;
  return { project, text };
}

/**
 * Returns the command line that starts this program, for hints: `npm run render --` in a checkout, otherwise
 * `framemill` with the given command.
 */
function ownName(command: string): string {
  return process.env.npm_lifecycle_event === 'render' ? 'npm run render --' : `framemill ${command}`;
}

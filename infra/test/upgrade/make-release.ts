// `node infra/test/upgrade/make-release.ts` writes `<version>.tar.gz` beside this file: the data of a service of this
// release, as a backup would hold them. Run it before each release, and commit the file. It needs a PostgreSQL server
// with pg_dump. The archive has `database.sql` (made by pg_dump), `demo.json` and the folder `objects`.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startService } from '@framemill/testing/service';
import { version } from '../../src/index.ts';
import { ownPostgres, startOwnPostgres } from '../deploy/own-postgres.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
/** Length of the renders, in s: long enough that one is under way when the database is copied. */
const lengthSec = 40;
/** Objects that a service makes anew by itself, and that an archive leaves out. */
const leftOut = ['fixtures', 'previews'];

const bin = ownPostgres();
if (bin === undefined) throw new Error('There is no PostgreSQL server with pg_dump. Install the package postgresql.');
const server = await startOwnPostgres(bin);
const folder = await mkdtemp(path.join(tmpdir(), 'framemill-release-'));
try {
  const DATABASE_URL = await server.create('release');
  const service = await startService({ slots: 1, env: { DATABASE_URL } });
  const media = await service.upload(path.join(root, 'api/fixtures/sample.png'));
  await service.ingested(media.id);
  const project = async (name: string, seconds: number) => {
    const commands = [
      { op: 'addTextClip', text: name, start: 0, duration: seconds },
      { op: 'addClip', type: 'image', src: media.id, start: 0, duration: 1 },
    ];
    return (await service.call('POST', '/v1/projects', { name, commands })).project.id;
  };
  const order = (projectId: string) => ({ projectId, format: 'mp4', quality: 'draft', resolution: 'half' });
  await service.render(order(await project('Finished', 2)), path.join(folder, 'finished.mp4'));

  const { render } = await service.call('POST', '/v1/renders', order(await project('Under way', lengthSec)));
  for (let progress = 0; progress === 0; await delay(20))
    progress = (await service.call('GET', `/v1/renders/${render.id}`)).render.progress;
  const scheduler = service.pidOf('scheduler/src/main.ts');
  process.kill(scheduler, 'SIGSTOP');
  await service.call('POST', '/v1/renders', order(await project('Waiting', 3)));

  const inserts = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=100'];
  const { stdout } = await run(path.join(bin, 'pg_dump'), [...inserts, DATABASE_URL], { maxBuffer: 1e8 });
  // Lines with a backslash are commands of psql.
  const lines = stdout.split('\n').filter((line) => !line.startsWith('\\'));
  await writeFile(path.join(folder, 'database.sql'), lines.join('\n'));
  const objects = path.join(service.dataDir, 'objects');
  await mkdir(path.join(folder, 'objects'));
  await cp(objects, path.join(folder, 'objects'), { recursive: true, preserveTimestamps: true });
  for (const name of leftOut) await rm(path.join(folder, 'objects', name), { recursive: true, force: true });
  await writeFile(path.join(folder, 'demo.json'), await readFile(path.join(service.dataDir, 'demo.json')));
  process.kill(scheduler, 'SIGCONT');
  await service.stop();

  const file = path.join(import.meta.dirname, `${version}.tar.gz`);
  await run('tar', ['-C', folder, '-czf', file, 'database.sql', 'demo.json', 'objects']);
  process.stdout.write(`${path.relative(process.cwd(), file)}: ${(await stat(file)).size} bytes\n`);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { testFolder } from '@framemill/testing/folders';
import { startService } from '@framemill/testing/service';
import { emptyDatabase } from '@framemill/testing/services';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { migrateDatabase, pendingMigrations } from '../../src/index.ts';

const archives = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.tar.gz'));

it('has data of a release', () => {
  expect(archives).toContain('0.2.0.tar.gz');
});

/** Restores the database of a release and returns its URL, and the folder with the other files of the archive. */
async function restore(archive: string) {
  const folder = testFolder();
  await promisify(execFile)('tar', ['-C', folder, '-xzf', path.join(import.meta.dirname, archive)]);
  const url = await emptyDatabase();
  await run(url, await readFile(path.join(folder, 'database.sql'), 'utf8'));
  return { url, folder };
}

async function run<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows ?? [];
  } finally {
    await client.end();
  }
}

const renderStates = (url: string) =>
  run<{ name: string; status: string }>(
    url,
    'SELECT p.name, r.status FROM "Render" r JOIN "Project" p ON p.id = r."projectId" ORDER BY 1',
  );

describe.each(archives)('the data of %s', (archive) => {
  it('can be restored and migrated to this release, with every row', async () => {
    const { url } = await restore(archive);
    const before = await renderStates(url);
    expect(before).toEqual([
      { name: 'Finished', status: 'COMPLETED' },
      { name: 'Under way', status: 'PROCESSING' },
      { name: 'Waiting', status: 'PENDING' },
    ]);
    const pending = await pendingMigrations(url);
    expect(await migrateDatabase(url)).toEqual(pending);
    expect(await renderStates(url)).toEqual(before);
  });

  it('are served after an upgrade, and renders that were under way or waiting finish', {
    timeout: 300_000,
    tags: 'full',
  }, async () => {
    const { url, folder } = await restore(archive);
    const service = await startService({ slots: 1, dataDir: folder, env: { DATABASE_URL: url } });
    try {
      const { projects } = await service.call('GET', '/v1/projects');
      expect(projects.map(({ name }: { name: string }) => name).sort()).toEqual(['Finished', 'Under way', 'Waiting']);
      const { renders } = await service.call('GET', '/v1/renders');
      expect(renders).toHaveLength(3);
      for (const { id } of renders) {
        const done = await service.finished(id);
        expect(done).toMatchObject({ status: 'COMPLETED' });
        const file = await fetch(new URL(done.url, service.apiHost));
        expect(
          Buffer.from(await file.arrayBuffer())
            .subarray(4, 8)
            .toString(),
        ).toBe('ftyp');
      }
      const { media } = await service.call('GET', '/v1/media');
      const [upload] = media;
      expect((await fetch(new URL(upload.url, service.apiHost))).status).toBe(200);
      await service.render(
        { projectId: projects[0].id, format: 'mp4', quality: 'draft' },
        path.join(folder, 'new.mp4'),
      );
    } finally {
      await service.end();
    }
  });
});

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { forSuite } from '@framemill/testing/for-suite';
import { pagesRead, recordStatements } from '@framemill/testing/recorded-statements';
import { createDocument } from '@framemill/timeline';
import { EXAMPLE_MEDIA } from '@framemill/timeline/examples';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../src/ids.ts';
import { startApi, type TestAccount } from './start-api.ts';

const migration = new URL(
  '../../infra/prisma/migrations/20261130010003_project_media_filled/migration.sql',
  import.meta.url,
);

/** Id of the media file that only project `i` uses. */
const fileOf = (i: number) => `med_${createHash('md5').update(String(i)).digest('hex')}`;
/** Id of a media file that every project uses. */
const logo = `med_${'0'.repeat(32)}`;

for (const { count, tags } of [
  { count: 2_000, tags: [] },
  { count: 20_000, tags: 'full' },
])
  describe(`the deletion of media of an account with ${count} projects`, { tags }, () => {
    const api = forSuite(() => startApi());
    let account: TestAccount;
    beforeAll(async () => {
      const { client } = api.deps.database;
      account = await api.account({ plan: 'enterprise' });
      const document = JSON.stringify(createDocument());
      const clip = `jsonb_build_object('id', 'clip_' || i, 'src', 'med_' || md5(i::text), 'logo', '${logo}', 'note',
        repeat(md5(i::text), 40))`;
      await client.$executeRawUnsafe(`
        INSERT INTO "Project" (id, "accountId", name, document, "mediaIds", "mediaRev", "createdAt", "updatedAt")
        SELECT 'prj_' || i, '${account.accountId}', 'Project ' || i,
          jsonb_set('${document}', '{clips}', jsonb_build_array(${clip})),
          ARRAY['${logo}', 'med_' || md5(i::text)], 1,
          localtimestamp - interval '1 second' * (${count} - i), localtimestamp
        FROM generate_series(1, ${count}) AS i`);
      for (const id of [logo, ...[1, 2, 3].map(fileOf)]) await addFile(id);
      await client.$executeRaw`VACUUM (ANALYZE)`;
    });

    /** Creates the database row of an image; the file itself is not stored. */
    async function addFile(id: string = newId('med')): Promise<string> {
      const { accountId } = account;
      const sha256 = createHash('sha256').update(id).digest('hex');
      const { med_image: facts } = EXAMPLE_MEDIA;
      await api.deps.database.client.media.create({
        data: {
          ...{ id, accountId, name: 'Image', status: 'READY', kind: 'image', sizeBytes: 1_000, sha256 },
          ...{ objectKey: `uploads/${id}`, facts: { ...facts, sha256 } },
        },
      });
      return id;
    }

    /** Deletes a file and returns the answer, and the number of pages that the statements read. */
    async function remove(id: string) {
      let answer: Awaited<ReturnType<typeof api.send>> | undefined;
      const statements = await recordStatements(api.services.databaseUrl, async () => {
        answer = await api.send(account, 'DELETE', `/v1/media/${id}`);
      });
      const { status = 0, body } = answer ?? {};
      const projects: string[] = body?.error?.projects?.map((project: { id: string }) => project.id) ?? [];
      return { status, projects, pages: await pagesRead(api.services.databaseUrl, statements) };
    }

    it('reads a few pages, whether one project, none or all use the file', async () => {
      const results = [await remove(fileOf(1)), await remove(await addFile()), await remove(logo)];
      expect(results.map(({ status }) => status)).toEqual([409, 200, 409]);
      expect(results[0]?.projects).toEqual(['prj_1']);
      expect(results[2]?.projects).toHaveLength(10);
      for (const { pages } of results) expect(pages).toBeLessThanOrEqual(300);
    });

    it('respects documents that a process of the release before saved, without the ids', async () => {
      const { client } = api.deps.database;
      const id = await addFile();
      await client.$executeRaw`
        UPDATE "Project" SET document = jsonb_set(document, '{clips,0,src}', to_jsonb(${id}::text)), rev = rev + 1
        WHERE id = 'prj_2'`;
      expect(await remove(id)).toMatchObject({ status: 409, projects: ['prj_2'] });
      expect((await remove(fileOf(2))).status).toBe(200);
      await client.$executeRaw`
        INSERT INTO "Project" (id, "accountId", name, document, "updatedAt")
        SELECT 'prj_old', "accountId", name, document, "updatedAt" FROM "Project" WHERE id = 'prj_2'`;
      await client.project.delete({ where: { id: 'prj_2' } });
      expect(await remove(id)).toMatchObject({ status: 409, projects: ['prj_old'] });
      await client.project.delete({ where: { id: 'prj_old' } });
      expect((await remove(id)).status).toBe(200);
    });

    it('follows each save, undo and copy of a project', async () => {
      const id = await addFile();
      const commands = [{ op: 'addClip', type: 'image', src: id, start: 0, duration: 1, trackIndex: 0 }];
      const made = await api.send(account, 'POST', '/v1/projects', { name: 'A', commands });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const { project, results } = made.body;
      const url = `/v1/projects/${project.id}/commands`;
      const used = async () => (await remove(id)).projects.sort();
      expect(await used()).toEqual([project.id]);
      const clipId = results[0].data.clipId;
      const removal = await api.send(account, 'POST', url, { commands: [{ op: 'removeClips', clipIds: [clipId] }] });
      expect(removal.status, JSON.stringify(removal.body)).toBe(200);
      const [row] = await api.deps.database.client.$queryRaw<object[]>`
        SELECT "mediaIds", "mediaRev" FROM "Project" WHERE id = ${project.id}`;
      const { rev } = removal.body;
      expect(row).toEqual({ mediaIds: [], mediaRev: rev });
      const undo = await api.send(account, 'POST', `/v1/projects/${project.id}/undo`, { rev });
      expect(undo.status, JSON.stringify(undo.body)).toBe(200);
      const session = await api.signIn(account);
      const copy = await api.send(null, 'POST', `/api/studio/projects/${project.id}/duplicate`, undefined, session);
      expect(await used()).toEqual([project.id, copy.body.project.id].sort());
    });

    it('knows the ids in documents that were stored before', async () => {
      const { client } = api.deps.database;
      const id = await addFile();
      const commands = [fileOf(3), id, logo].map((src, start) => {
        return { op: 'addClip', type: 'image', src, start, duration: 1, trackIndex: 0 };
      });
      const made = await api.send(account, 'POST', '/v1/projects', { name: 'B', commands });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const stored = () => client.$queryRaw<object[]>`SELECT id, "mediaIds", "mediaRev" FROM "Project" ORDER BY id`;
      const before = await stored();
      await client.$executeRaw`UPDATE "Project" SET "mediaIds" = NULL, "mediaRev" = NULL`;
      const fill = readFileSync(migration, 'utf8');
      for (let rows = 50; rows === 50; ) rows = await client.$executeRawUnsafe(fill);
      expect(await stored()).toEqual(before);
      expect((await remove(id)).projects).toEqual([made.body.project.id]);
    });
  });

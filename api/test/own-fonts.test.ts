import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fontPaths } from '@framemill/compositor/fonts';
import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { sharedApi } from './shared-api.ts';
import type { TestAccount } from './start-api.ts';

const api = forSuite(sharedApi);
const account = forSuite(() => api.account());

const anton = readFileSync(fontPaths().find((path) => basename(path).startsWith('Anton')) ?? '');

/**
 * Creates the row of an uploaded and probed font of `owner`. If `data` is null, the font's file is missing in the
 * store.
 */
async function uploaded(owner: TestAccount, data: Buffer | null = anton): Promise<{ id: string; url: string }> {
  const id = `med_${randomUUID().replaceAll('-', '')}`;
  const objectKey = `uploads/${id}.ttf`;
  const sha256 = id.padEnd(64, '0').replaceAll(/[^0-9a-f]/g, '0');
  const facts = {
    ...{ kind: 'font', mimeType: 'font/ttf', sha256, sizeBytes: anton.length, hasAudio: false },
    ...{ width: null, height: null, durationSec: null, fps: null },
    font: { family: 'Anton', weight: 400, italic: false },
  };
  if (data) await api.deps.store.put(objectKey, data);
  const row = { id, accountId: owner.accountId, name: 'Anton', status: 'READY', sizeBytes: 1n, sha256, objectKey };
  await api.deps.database.client.media.create({ data: { ...row, kind: 'font', facts } });
  return { id, url: `/${objectKey}` };
}

// 800 pixels wide in Anton, 1,300 in Inter.
async function projectIn(owner: TestAccount, fontFamily: string) {
  const settings = { op: 'setProjectSettings', width: 1000, height: 562 };
  const style = { fontFamily, fontSize: 300 };
  const text = { op: 'addTextClip', text: 'FJORDE', start: 0, duration: 2, style };
  const { status, body } = await api.send(owner, 'POST', '/v1/projects', { name: 'Brand', commands: [settings, text] });
  expect(status).toBe(201);
  const preview = () => api.send(owner, 'GET', `/v1/projects/${body.project.id}/preview`);
  const html = () => api.send(owner, 'GET', `/v1/projects/${body.project.id}/preview?format=html`);
  return { result: body.results[1], lint: body.lint, preview, html };
}
const leaves = expect.arrayContaining([
  expect.objectContaining({ message: expect.stringContaining('leaves the canvas') }),
]);

describe('an uploaded font', () => {
  it('is what lint measures with, and what the HTML preview loads', async () => {
    expect((await projectIn(account, 'Inter')).lint).toEqual(leaves);
    const { id, url } = await uploaded(account);
    for (const src of [id, url]) {
      const { result, lint, preview, html } = await projectIn(account, src);
      expect(result).toMatchObject({ ok: true });
      expect(lint).not.toEqual(leaves);
      expect((await preview()).body.lint).toEqual(lint);
      const page = (await html()).bytes.toString();
      expect(page).toContain(`src:url("${url}") format("truetype")`);
      expect(page).toContain('font-family="uploaded-1"');
    }
  });

  it('of another account is refused like one that is not there', async () => {
    const { id, url } = await uploaded(await api.account());
    const none = `med_${'0'.repeat(32)}`;
    const refusal = async (src: string) => (await projectIn(account, src)).result;
    const answers = [await refusal(id), await refusal(url), await refusal(none), await refusal(`/uploads/${none}.ttf`)];
    for (const { ok, error } of answers) {
      expect(ok).toBe(false);
      expect(error.replace(/"[^"]*"/, '...')).toBe(
        'style.fontFamily ... is not media of this account. Upload a font and use its id or url.',
      );
    }
  });

  it('that cannot be read now does not stop a command', async () => {
    const { id } = await uploaded(account, null);
    const { result, lint } = await projectIn(account, id);
    expect(result).toMatchObject({ ok: true });
    expect(lint).toEqual(leaves);
  });
});

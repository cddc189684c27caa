import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { embed, ORIGIN, projectOf } from './embed-world.ts';
import { sharedApi } from './shared-api.ts';

const api = forSuite(sharedApi);

describe('the page of an embed session', () => {
  it('can be shown by its origins alone, and the pages of the Studio by nobody', async () => {
    const owner = await api.account();
    const origins = ['https://app.example.org', 'http://localhost:3000', 'https://xn--bcher-kva.example:8443'];
    const { page, id } = await embed(api, owner, await projectOf(api, owner), { origins });
    const { status, headers, bytes } = await api.send(null, 'GET', page);
    expect([status, headers['content-type'], headers['x-frame-options']]).toEqual([
      ...[200, 'text/html; charset=utf-8', undefined],
    ]);
    expect(headers['content-security-policy']).toMatch(
      new RegExp(`default-src 'none';.*frame-ancestors ${origins.join(' ')}$`),
    );
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer' });
    expect(headers['set-cookie']).toBeUndefined();
    expect(bytes.toString()).toContain('/studio/assets/embed-');
    const stage = await api.send(null, 'GET', `${page}/stage.html`);
    expect(stage.headers['content-security-policy']).toMatch(
      new RegExp(`^sandbox allow-scripts;.*frame-ancestors 'self' ${origins.join(' ')}$`),
    );
    for (const url of [
      '/studio',
      '/studio/embed.html',
      `/studio/projects/${id}/edit`,
      `/embed/emb_${'0'.repeat(32)}`,
    ]) {
      const other = await api.send(null, 'GET', url);
      expect([url, other.headers['x-frame-options']]).toEqual([url, 'DENY']);
      expect(other.headers['content-security-policy']).toMatch(/frame-ancestors 'none'$/);
    }
    expect((await api.send(null, 'GET', '/embed/%00')).status).toBe(404);
  });

  it.each([
    'https://*.example.org',
    '*',
    'null',
    'https://app.example.org/',
    'https://App.example.org',
    'https://app.example.org:443',
    "https://a.example; script-src 'unsafe-inline'",
    'https://a.example,https://b.example',
    'http://app.example.org',
    'ftp://app.example.org',
    'https://user@app.example.org',
    'data:text/html,x',
  ])('accepts no origin like %s', async (origin) => {
    const owner = await api.account();
    const asked = { projectId: await projectOf(api, owner), origins: [ORIGIN, origin] };
    const { status, body } = await api.send(owner, 'POST', '/v1/embed-sessions', asked);
    expect([status, body.error.code, body.error.field]).toEqual([400, 'invalid_request', 'body.origins.1']);
  });

  it('has an element that pages of any origin load', async () => {
    const { status, headers, bytes } = await api.send(null, 'GET', '/vendor/framemill-editor.js');
    expect([status, headers['access-control-allow-origin'], headers['content-type']]).toEqual([
      ...[200, '*', 'text/javascript; charset=utf-8'],
    ]);
    expect(bytes.length).toBeLessThan(6_000);
  });
});

import { sweepStore } from '@framemill/scheduler';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { frameBytes } from './scripted-node.ts';
import { startServedApi } from './shared-api.ts';

const api = forSuite(startServedApi);
let path: string;
const account = forSuite(() => api.account());
beforeAll(async () => {
  const commands = [{ op: 'addTextClip', text: 'Hi', start: 0, duration: 4, style: { fontSize: 60 } }];
  const { project } = (await api.send(account, 'POST', '/v1/projects', { name: 'p', commands })).body;
  path = `/v1/projects/${project.id}/preview`;
});

describe('the preview', () => {
  it('without a time shows facts and lint and renders nothing', async () => {
    const { status, body } = await api.send(account, 'GET', path);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      durationSec: 4,
      canvas: { width: 1920, height: 1080, fps: 30 },
      clipCount: 1,
      compositionUrl: `${path}?format=html`,
    });
    expect(body.frame).toBeUndefined();
    expect(body.suggestedPreviewTimes.length).toBeGreaterThan(0);
  });

  it('at a time adds the frame, as a durable address and as bytes', async () => {
    const { body } = await api.send(account, 'GET', `${path}?at=1.5`);
    expect(body.frame).toMatchObject({ timeSec: 1.5, width: 960, height: 540 });
    expect(body.frame.dataUri).toBe(`data:image/jpeg;base64,${frameBytes.toString('base64')}`);
    const file = await api.inject({ method: 'GET', url: body.frame.url });
    expect([file.status, file.bytes.equals(frameBytes)]).toEqual([200, true]);
  });

  it('of another aspect ratio is that of the film laid out for it', async () => {
    const { body } = await api.send(account, 'GET', `${path}?at=1&aspect=9:16`);
    expect(body).toMatchObject({
      canvas: { width: 1080, height: 1920 },
      frame: { timeSec: 1 },
      compositionUrl: `${path}?format=html&aspect=9:16`,
    });
    const page = await api.send(account, 'GET', `${path}?format=html&aspect=9:16`);
    expect(page.bytes.toString()).toContain('data-width="1080" data-height="1920"');
    const { status, body: refused } = await api.send(account, 'GET', `${path}?aspect=3:2`);
    expect([status, refused.error.code]).toEqual([400, 'invalid_request']);
    expect(refused.error.message).toContain('3:2');
  });

  it('has an address that outlives the sweep of previews', async () => {
    const { frame } = (await api.send(account, 'GET', `${path}?at=0.5`)).body;
    await sweepStore(api.deps, { ages: { previewMs: 0, orphanMs: 0 } });
    expect((await api.inject({ method: 'GET', url: frame.url })).status).toBe(200);
  });

  it('as an image is the JPEG with its facts in headers, clamped to the last frame', async () => {
    const { status, headers, bytes } = await api.send(account, 'GET', `${path}?format=image&at=99`);
    expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(Number(headers['x-service-frame-time'])).toBeCloseTo(4 - 1 / 30, 3);
    expect(headers).toMatchObject({ 'x-service-frame-width': '960', 'x-service-frame-height': '540' });
    expect(bytes.equals(frameBytes)).toBe(true);
  });

  it('of a frame that cannot be rendered is 502 provider_error, as JSON', async () => {
    api.node.frames = 'fail';
    const answer = await api.send(account, 'GET', `${path}?format=image`);
    api.node.frames = 'answer';
    expect([answer.status, answer.body.error.code]).toEqual([502, 'provider_error']);
    expect(answer.body.error.message).toContain('the decoder gave up');
  });

  it('of a project without clips is refused as a render is, and its facts are there', async () => {
    const { project } = (await api.send(account, 'POST', '/v1/projects', { name: 'empty' })).body;
    const empty = `/v1/projects/${project.id}/preview`;
    for (const query of ['?format=image', '?at=1']) {
      const { status, body } = await api.send(account, 'GET', empty + query);
      expect([status, body.error.code, body.error.message]).toEqual([
        400,
        'invalid_request',
        expect.stringMatching(/no clips/),
      ]);
    }
    expect((await api.send(account, 'GET', empty)).body.clipCount).toBe(0);
  });

  it('uses up no frame of the ten a minute when there is nothing to show', async () => {
    const own = await api.account();
    const { project } = (await api.send(own, 'POST', '/v1/projects', { name: 'empty' })).body;
    const asked = ['/v1/projects/prj_none/preview?at=0', `/v1/projects/${project.id}/preview?format=image`];
    for (let call = 0; call < 24; call += 1) {
      const answer = await api.send(own, 'GET', asked[call % 2] ?? '');
      expect(answer.status).toBe(call % 2 === 0 ? 404 : 400);
    }
    const wrong = await api.send(own, 'GET', `/v1/projects/${project.id}/preview?at=soon`);
    expect(wrong.status).toBe(400);
    expect(await api.deps.redis.llen(`fm:rl:api_v1_frame:${own.keyId}`)).toBe(0);
    expect(await api.deps.redis.llen(`fm:rl:api_v1:${own.keyId}`)).toBe(26);
  });

  it('as HTML is a page of the composition that nobody may frame or keep', async () => {
    const { status, headers, bytes } = await api.send(account, 'GET', `${path}?format=html`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-service-media-count': '0',
      'x-frame-options': 'DENY',
      'content-security-policy': "frame-ancestors 'none'",
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    const page = bytes.toString();
    expect(page).toMatch(/<div id="root" data-composition-id="main" data-start="0" data-duration="4"/);
    expect(page).toMatch(/<text [^>]*>Hi<\/text>/);
  });

  it('as HTML names its media by addresses of this host, each file once in the count', async () => {
    const src = '/fixtures/sample.mp4';
    const commands = [0, 2].map((start) => ({ op: 'addClip', type: 'video', src, start, duration: 2, trackIndex: 0 }));
    const { project, results } = (await api.send(account, 'POST', '/v1/projects', { name: 'v', commands })).body;
    expect(results.map((result: { ok: boolean }) => result.ok)).toEqual([true, true]);
    const answer = await api.send(account, 'GET', `/v1/projects/${project.id}/preview?format=html`);
    expect(answer.headers['x-service-media-count']).toBe('1');
    const [first] = results;
    expect(answer.bytes.toString()).toMatch(
      new RegExp(`<video id="media-${first.data.clipId}"[^>]* muted playsinline[^>]* src="${src}"`),
    );
    expect((await api.inject({ method: 'GET', url: src })).status).toBe(200);
  });

  it('serves the script of pages, which is asked for anew and answered with 304', async () => {
    const script = await api.inject({ method: 'GET', url: '/vendor/timeline.js' });
    expect([script.status, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(script.bytes.length).toBeGreaterThan(10_000);
    // What players take for another library, and what makes a page differ from one look to the next.
    expect(script.bytes.toString()).not.toMatch(
      /getChildren|requestAnimationFrame|Math\.random|Date\.now|performance\.now/,
    );
    const headers = { 'if-none-match': script.headers.etag ?? '' };
    expect((await api.inject({ method: 'GET', url: '/vendor/timeline.js', headers })).status).toBe(304);
  });

  it('answers HEAD of a font with the length that GET sends', async () => {
    const url = '/vendor/fonts/Inter_400Regular.ttf';
    const { bytes } = await api.inject({ method: 'GET', url });
    const head = await api.inject({ method: 'HEAD', url });
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, String(bytes.length), 0]);
  });

  it('serves fonts to any origin, and no other files', async () => {
    const font = await api.inject({ method: 'GET', url: '/vendor/fonts/Inter_400Regular.ttf' });
    expect([font.status, font.headers['content-type'], font.headers['access-control-allow-origin']]).toEqual([
      ...[200, 'font/ttf', '*'],
    ]);
    for (const url of ['/vendor/fonts/..%2Fpackage.json', '/vendor/fonts/none.ttf', '/vendor/package.json']) {
      expect((await api.inject({ method: 'GET', url })).status).toBe(404);
    }
  });

  it('has 10 frames a minute in a bucket of its own, with retryAfterSec in the body', async () => {
    const viewer = await api.key(account);
    for (let call = 0; call < 10; call += 1) expect((await api.send(viewer, 'GET', `${path}?at=0`)).status).toBe(200);
    const refused = await api.send(viewer, 'GET', `${path}?format=image`);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
    expect(refused.body.error.retryAfterSec).toBe(Number(refused.headers['retry-after']));
    expect((await api.send(viewer, 'GET', path)).status).toBe(200);
    expect((await api.send(account, 'GET', `${path}?at=0`)).status).toBe(200);
  });
});

import { forSuite } from '@framemill/testing/for-suite';
import { startFileServer } from '@framemill/testing/local-server';
import { beforeEach, describe, expect, it } from 'vitest';
import { chargeIn } from '../src/credits/ledger.ts';
import { LEASE_MS } from '../src/generation/generation-job.ts';
import { runVideos } from '../src/generation/run-videos.ts';
import { startGenerations } from '../src/generation/start-generations.ts';
import { ProviderError } from '../src/providers/provider-error.ts';
import { makeWorld } from './fixture-world.ts';
import { mp4Bytes, pngBytes } from './multipart-form.ts';
import { vendorSecretText } from './providers/vendor-server.ts';
import { startServedApi } from './shared-api.ts';
import { startApi, type TestAccount } from './start-api.ts';

const api = forSuite(startServedApi);
let mine: TestAccount;
beforeEach(async () => {
  api.vendors.fault = null;
  mine = await api.account();
});

const post = (path: string, body: unknown, who = mine) => api.send(who, 'POST', `/v1/ai/${path}`, body);
const creditsOf = async (who = mine) => (await api.send(who, 'GET', '/v1/me')).body.account.credits.remaining;

describe('pictures, stickers and speech', () => {
  it('become media that a clip uses at once, and are paid', async () => {
    const images = await post('images', { prompt: 'a peak', count: 2 });
    expect([images.status, images.body.media.length, images.body.credits]).toEqual([
      201,
      2,
      { charged: 20, remaining: 5_980 },
    ]);
    const sticker = await post('stickers', { prompt: 'a lemon' });
    expect([sticker.status, sticker.body.media.kind, sticker.body.credits]).toEqual([
      201,
      'image',
      { charged: 8, remaining: 5_972 },
    ]);
    const speech = await post('speech', { text: 'Edit video as data.' });
    expect([speech.status, speech.body.media.kind, speech.body.credits.charged]).toEqual([201, 'audio', 1]);
    const commands = [images.body.media[0], images.body.media[1], speech.body.media].map((media, index) => ({
      ...{
        op: 'addClip',
        type: media.kind,
        src: media.id,
        start: index,
        duration: 1,
        trackIndex: media.kind === 'audio' ? 3 : 0,
      },
    }));
    commands.push({ op: 'addSticker', src: sticker.body.media.id, start: 0, duration: 1 } as never);
    const project = await api.send(mine, 'POST', '/v1/projects', { name: 'Made', commands });
    expect(project.body.results.map((result: { ok: boolean }) => result.ok)).toEqual([true, true, true, true]);
    expect(await creditsOf()).toBe(5_971);
  });

  it('cost nothing when no provider makes them, and say so without a word of the vendor', async () => {
    api.vendors.fault = 'down';
    for (const [path, body] of [
      ['images', { prompt: 'a peak' }],
      ['stickers', { prompt: 'a lemon' }],
      ['speech', { text: 'Hello' }],
    ] as const) {
      const answer = await post(path, body);
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 502, 'provider_error']);
      expect(JSON.stringify(answer.body)).not.toContain(vendorSecretText);
    }
    expect(await creditsOf()).toBe(6_000);
  });

  it('are refused by the safety check before anything is charged', async () => {
    for (const [path, body, field] of [
      ['images', { prompt: 'FLAGGED' }, 'body.prompt'],
      ['stickers', { prompt: 'FLAGGED' }, 'body.prompt'],
      ['speech', { text: 'FLAGGED' }, 'body.text'],
      ['videos', { prompt: 'FLAGGED' }, 'body.prompt'],
    ] as const) {
      const answer = await post(path, body);
      expect([path, answer.status, answer.body.error.code, answer.body.error.field]).toEqual([
        path,
        422,
        'prompt_rejected',
        field,
      ]);
    }
    expect(await creditsOf()).toBe(6_000);
  });

  it('are refused without the credits, with what is left', async () => {
    const poor = await api.account();
    await api.deps.database.client.$transaction((tx) =>
      chargeIn(tx, api.deps.plans, { accountId: poor.accountId, credits: 5_950, reason: 'spent' }),
    );
    const answer = await post('videos', { prompt: 'waves' }, poor);
    expect([answer.status, answer.body.error.code, answer.body.error.remaining]).toEqual([
      402,
      'insufficient_credits',
      50,
    ]);
  });

  it('are samples for a test key, and spend nothing', async () => {
    const test = await api.key(mine, { environment: 'test' });
    const image = await post('images', { prompt: 'a peak' }, test);
    expect([image.status, image.body.media[0].kind, image.body.credits]).toEqual([
      201,
      'image',
      { charged: 0, remaining: 6_000 },
    ]);
    const speech = await post('speech', { text: 'Hello' }, test);
    expect([speech.status, speech.body.media.kind]).toEqual([201, 'audio']);
    const video = await post('videos', { prompt: 'waves' }, test);
    expect([video.status, video.body.job.status, video.body.job.media.kind]).toEqual([202, 'COMPLETED', 'video']);
    expect(await creditsOf()).toBe(6_000);
  });
});

describe('transcriptions', () => {
  it('of a script cost nothing, and are captions as they are', async () => {
    const answer = await post('transcriptions', { mode: 'script', script: 'Edit video as data.', durationSec: 4 });
    expect([answer.status, answer.body.provider, answer.body.credits.charged]).toEqual([200, 'script', 0]);
    const { words } = answer.body;
    expect([words.length, words[0].start, words[3].end]).toEqual([4, 0, 4]);
    const project = await api.send(mine, 'POST', '/v1/projects', {
      name: 'C',
      commands: [{ op: 'addCaptions', words }],
    });
    expect(project.body.results[0]).toMatchObject({ ok: true });
  });

  it('of media are heard by a provider, and paid by the ten seconds', async () => {
    const { media } = (await api.upload(mine, { name: 'talk.mp4', data: mp4Bytes('talk') })).body;
    const answer = await post('transcriptions', { mediaId: media.id });
    expect([answer.status, answer.body.provider, answer.body.text]).toEqual([
      200,
      'openai-transcription',
      'Edit video',
    ]);
    expect(answer.body.words[1]).toEqual({ text: 'video', start: 0.4, end: 0.9 });
    expect(answer.body.credits).toEqual({ charged: 1, remaining: 5_999 });
    api.vendors.fault = 'down';
    const failed = await post('transcriptions', { mediaId: media.id });
    expect([failed.status, failed.body.error.code]).toEqual([502, 'provider_error']);
    expect(await creditsOf()).toBe(5_999);
  });

  it('of an address are a sample with a test key: nothing is fetched or stored', async () => {
    let fetched = 0;
    const server = await startFileServer((_request, response) => {
      fetched += 1;
      response.end(mp4Bytes('talk'));
    });
    const url = `${server.url}/talk.mp4`;
    const tester = await api.key(mine, { environment: 'test' });
    const sample = await post('transcriptions', { url }, tester);
    expect([sample.status, sample.body.provider, sample.body.words.length]).toEqual([200, 'sample', 5]);
    expect(sample.body.credits).toEqual({ charged: 0, remaining: 6_000 });
    const script = await post('transcriptions', { url, script: 'One two' }, tester);
    expect([script.status, script.body.provider, script.body.text]).toEqual([200, 'sample', 'One two']);
    const listed = await api.send(mine, 'GET', '/v1/media');
    expect([fetched, listed.body.media]).toEqual([0, []]);
    await server.close();
  });

  it('are of one file: an id or an address', async () => {
    const both = await post('transcriptions', { mediaId: 'med_1', url: 'https://example.com/talk.mp4' });
    expect([both.status, both.body.error.field]).toEqual([400, 'body.url']);
    expect(both.body.error.message).toContain('mediaId and url are both set');
  });

  it('are told when there is nothing to hear', async () => {
    const { media } = (await api.upload(mine, { name: 'still.png', data: pngBytes('still') })).body;
    const answer = await post('transcriptions', { mediaId: media.id });
    expect([answer.status, answer.body.error.field]).toEqual([400, 'body.mediaId']);
  });
});

describe('a film', () => {
  const due = () => new Date(Date.now() + LEASE_MS);
  const jobOf = async (id: string) => (await api.send(mine, 'GET', `/v1/ai/jobs/${id}`)).body.job;

  it('is made in steps that any process can take, one at a time for an account', async () => {
    const begun = await post('videos', { prompt: 'waves', durationSec: 5 });
    const { id } = begun.body.job;
    expect([begun.status, begun.body.job.status, begun.body.credits.charged]).toEqual([202, 'PENDING', 100]);
    expect(begun.body.poll).toBe(`/v1/ai/jobs/${id}`);
    const second = await post('videos', { prompt: 'more waves' });
    expect([second.status, second.body.error.code]).toEqual([402, 'quota_exceeded']);
    expect(await creditsOf()).toBe(5_900);

    await Promise.all([runVideos(api.deps), runVideos(api.deps)]);
    expect(await jobOf(id)).toMatchObject({ status: 'PROCESSING', media: null, error: null });
    const orders = api.vendors.requests.filter(({ path }) => path.endsWith('/text-to-video'));
    expect(orders.filter(({ body }) => body.includes('"waves"'))).toHaveLength(1);
    await runVideos(api.deps, due());
    const job = await jobOf(id);
    expect(job).toMatchObject({ status: 'COMPLETED', progress: 100, media: { kind: 'video', status: 'READY' } });
    expect(await creditsOf()).toBe(5_900);
  });

  it('says once what became of the credits when the provider refuses the prompt', async () => {
    const { body } = await post('videos', { prompt: 'waves' });
    const refuse = () => Promise.reject(new ProviderError('rejected', 'policy'));
    const video = api.deps.providers.video.map((one) => ({ ...one, adapter: { ...one.adapter, start: refuse } }));
    await runVideos({ ...api.deps, providers: { ...api.deps.providers, video } }, due());
    const { status, error } = await jobOf(body.job.id);
    expect(status).toBe('FAILED');
    expect(error).toBe('The safety check refused body.prompt. Change the text. The credits were given back.');
    expect(await creditsOf()).toBe(6_000);
  });

  it('is paid back when no provider takes the order', async () => {
    const { body } = await post('videos', { prompt: 'waves' });
    api.vendors.fault = 'down';
    await runVideos(api.deps, due());
    expect(await jobOf(body.job.id)).toMatchObject({ status: 'FAILED', error: expect.stringContaining('given back') });
    expect(await creditsOf()).toBe(6_000);
  });

  it('outlives a provider that does not answer for a while, and a process that died in a step', async () => {
    const { body } = await post('videos', { prompt: 'waves' });
    await runVideos(api.deps, due());
    api.vendors.fault = 'down';
    await runVideos(api.deps, due());
    expect(await jobOf(body.job.id)).toMatchObject({ status: 'PROCESSING' });
    api.vendors.fault = null;
    // As a process leaves it that is killed in a step: held until that would have ended.
    const leaseUntil = new Date(Date.now() + 180_000);
    await api.deps.database.client.generationJob.update({ where: { id: body.job.id }, data: { leaseUntil } });
    await runVideos(api.deps, due());
    expect(await jobOf(body.job.id)).toMatchObject({ status: 'PROCESSING' });
    await runVideos(api.deps, new Date(Date.now() + 181_000));
    expect(await jobOf(body.job.id)).toMatchObject({ status: 'COMPLETED' });
  });

  it('is paid back when the provider fails to make it', async () => {
    const { body } = await post('videos', { prompt: 'waves' });
    await runVideos(api.deps, due());
    const poll = () => Promise.resolve({ state: 'failed', rejected: false } as const);
    const video = api.deps.providers.video.map((one) => ({ ...one, adapter: { ...one.adapter, poll } }));
    await runVideos({ ...api.deps, providers: { ...api.deps.providers, video } }, due());
    expect(await jobOf(body.job.id)).toMatchObject({ status: 'FAILED', error: expect.stringContaining('given back') });
    expect(await creditsOf()).toBe(6_000);
  });

  it('is begun by the loops of a process, without anybody asking', async () => {
    const { body } = await post('videos', { prompt: 'waves' });
    const generations = startGenerations(api.deps);
    await expect.poll(async () => (await jobOf(body.job.id)).status).toBe('PROCESSING');
    await generations.close();
    await runVideos(api.deps, due());
    expect(await jobOf(body.job.id)).toMatchObject({ status: 'COMPLETED' });
  });

  it('is given up, and paid back, when it takes half an hour', async () => {
    const { body } = await post('videos', { prompt: 'waves' });
    await runVideos(api.deps, new Date(Date.now() + 31 * 60_000));
    expect(await jobOf(body.job.id)).toMatchObject({ status: 'FAILED' });
    expect(await creditsOf()).toBe(6_000);
  });

  it("is nobody else's, and its first picture is no address inside", async () => {
    const world = await makeWorld(api);
    const foreign = await api.send(mine, 'GET', `/v1/ai/jobs/${world.jobId}`);
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'not_found']);
    for (const imageUrl of ['http://169.254.169.254/latest', 'file:///etc/passwd', 'http://10.0.0.1/x.png']) {
      const answer = await post('videos', { prompt: 'waves', imageUrl });
      expect([imageUrl, answer.status, answer.body.error.code]).toEqual([imageUrl, 400, 'invalid_request']);
    }
    expect(await creditsOf()).toBe(6_000);
  });
});

describe('stock', () => {
  it('is searched page by page', async () => {
    const first = await api.send(mine, 'GET', '/v1/stock/search?q=rocks');
    expect([first.status, first.body.nextPage]).toEqual([200, 2]);
    expect(first.body.results[0]).toMatchObject({ provider: 'pexels', type: 'photo', license: 'Pexels License' });
    const last = await api.send(mine, 'GET', '/v1/stock/search?q=rocks&type=video&page=2');
    expect([last.body.results[0].durationSec, last.body.nextPage]).toEqual([12, null]);
  });

  it('has no music where no library has any', async () => {
    const answer = await api.send(mine, 'GET', '/v1/stock/search?q=rocks&type=music');
    expect([answer.status, answer.body.error.code]).toEqual([501, 'not_configured']);
  });
});

describe('an installation without providers', () => {
  it('says so, and charges nothing', async () => {
    const bare = await startApi();
    const account = await bare.account();
    for (const [method, path, body] of [
      ['POST', '/v1/ai/images', { prompt: 'a peak' }],
      ['POST', '/v1/ai/stickers', { prompt: 'a lemon' }],
      ['POST', '/v1/ai/speech', { text: 'Hello' }],
      ['POST', '/v1/ai/videos', { prompt: 'waves' }],
      ['GET', '/v1/stock/search?q=rocks', undefined],
    ] as const) {
      const answer = await bare.send(account, method, path, body);
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 501, 'not_configured']);
    }
    expect((await bare.send(account, 'GET', '/v1/me')).body.account.credits.remaining).toBe(6_000);
    await bare.close();
  });
});

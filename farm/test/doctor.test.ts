import { readdirSync, readFileSync } from 'node:fs';
import { startRenderChild } from '@framemill/compositor/child';
import { loadConfig } from '@framemill/infra';
import { forSuite } from '@framemill/testing/for-suite';
import { spawnProgram } from '@framemill/testing/program';
import { testServices } from '@framemill/testing/services';
import { describe, expect, it, vi } from 'vitest';
import type { DoctorContext } from '../src/doctor/check.ts';
import { gl, memory, slots } from '../src/doctor/machine.ts';
import { browser, licences, speed } from '../src/doctor/rendering.ts';
import { checks } from '../src/doctor/run-doctor.ts';
import { objectStore, redis } from '../src/doctor/services.ts';
import { nodeConfig } from '../src/node/node-config.ts';

describe('the doctor', () => {
  const services = forSuite(testServices);

  const contextWith = (env: Record<string, string>): DoctorContext => {
    const config = loadConfig({ DATA_DIR: services.folder, REDIS_URL: services.redisUrl, ...env });
    const runTask = () => Promise.reject(new Error('no child'));
    return { config, settings: nodeConfig(config), folder: services.folder, runTask };
  };

  it('lists every check of its folder', () => {
    const folder = new URL('../src/doctor/', import.meta.url);
    const sources = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
    const defined = sources.flatMap((source) =>
      [...source.matchAll(/: Check = \{\s+name: '(.+)'/g)].map(([, name]) => name),
    );
    expect(checks.map(({ name }) => name).toSorted()).toEqual(defined.toSorted());
    expect(new Set(defined).size).toBe(defined.length);
  });

  it('finds a machine that can join, draws a second for real and says so as JSON', async () => {
    const env = { DATA_DIR: services.folder, REDIS_URL: services.redisUrl };
    const doctor = spawnProgram('farm', env, ['--doctor', '--json', '--slots', '1']);
    expect(await doctor.exited).toBe(0);
    const { verdict, checks: found } = JSON.parse(doctor.output());
    expect(verdict).not.toBe('fail');
    expect(found.map(({ name }: { name: string }) => name)).toEqual(checks.map(({ name }) => name));
    const details = Object.fromEntries(
      found.map((check: { name: string; details: object }) => [check.name, check.details]),
    );
    expect(details.codecs.codecs.join()).toMatch(/264/);
    expect(details.codecs.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(details.licences).toMatchObject({
      licence: 'GPL-3.0-or-later',
      nonfree: ['libfdk_aac'],
      mayBePassedOn: false,
    });
    expect(details.licences.configuration).toContain('--enable-gpl');
    expect(details.speed).toMatchObject({ frames: 30, fps: expect.any(Number) });
    expect(details.slots).toMatchObject({ slots: 1, pool: 'cpu' });
    expect(details.Redis).toMatchObject({ policy: 'noeviction' });
  });

  it('ends with 1 where the node could not join, and names what fails', async () => {
    const env = { DATA_DIR: services.folder, REDIS_URL: 'redis://127.0.0.1:1', HTML_CLIPS: 'off' };
    const doctor = spawnProgram('farm', env, ['--doctor']);
    expect(await doctor.exited).toBe(1);
    expect(doctor.output()).toMatch(/^fail +Redis +Redis did not respond/m);
    expect(doctor.output()).toMatch(/^ok +Chromium +switched off by HTML_CLIPS/m);
    expect(doctor.output()).toContain('This machine cannot join the farm.');
  });

  for (const { wrong, tags } of [
    { wrong: '/bin/false', tags: [] },
    { wrong: '/no/such/browser', tags: 'full' },
  ])
    it(`joins, with a warning, where the browser cannot be started: ${wrong}`, { tags }, async () => {
      const env = { DATA_DIR: services.folder, REDIS_URL: services.redisUrl, HTML_CLIPS: 'auto', CHROMIUM_PATH: wrong };
      const doctor = spawnProgram('farm', env, ['--doctor']);
      expect(await doctor.exited, doctor.output()).toBe(0);
      expect(doctor.output()).toMatch(new RegExp(`^warn +Chromium .*${wrong}`, 'm'));
      expect(doctor.output()).toMatch(/^ok +GL renderer/m);
    });

  it('starts no browser where HTML_CLIPS is off', async () => {
    const off = contextWith({ HTML_CLIPS: 'off' });
    expect((await gl.run(off)).text).not.toContain('in the browser');
    expect(await browser.run(off)).toMatchObject({ verdict: 'ok', details: { html: false } });
  });

  it('warns where ALLOW_NONFREE lets an encoder be used that does not go together with the GPL', async () => {
    const child = startRenderChild({ env: { PATH: process.env.PATH ?? '' } });
    const context: DoctorContext = { ...contextWith({}), runTask: (task) => child.run(task) };
    try {
      expect(await licences.run(context)).toMatchObject({
        verdict: 'ok',
        text: expect.stringMatching(/^FFmpeg .*GPL-3.*libfdk_aac.*is never used; may be run, but .* not be passed on/),
      });
      vi.stubEnv('ALLOW_NONFREE', '1');
      expect(await licences.run(context)).toMatchObject({
        verdict: 'warn',
        text: expect.stringContaining('may be used (ALLOW_NONFREE=1)'),
      });
    } finally {
      vi.unstubAllEnvs();
      child.kill();
    }
  });

  it('warns of slots and children that the machine has no room for', async () => {
    const greedy = contextWith({ SLOTS: '256', CHILD_MEMORY_MB: '1000000' });
    expect(await slots.run(greedy)).toMatchObject({ verdict: 'warn', text: expect.stringMatching(/no faster/) });
    expect(await memory.run(greedy)).toMatchObject({ verdict: 'warn', text: expect.stringMatching(/lower SLOTS/) });
    const modest = contextWith({ SLOTS: '1', CHILD_MEMORY_MB: '128' });
    expect((await memory.run(modest)).verdict).toBe('ok');
  });

  it('looks at the store and at Redis themselves', async () => {
    expect(await objectStore.run(contextWith({}))).toMatchObject({ verdict: 'ok' });
    const away = {
      S3_BUCKET: 'b',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_ACCESS_KEY_ID: 'k',
      S3_SECRET_ACCESS_KEY: 's',
    };
    await expect(objectStore.run(contextWith(away))).rejects.toThrow(/The bucket "b" cannot be used/);
    // The Redis of the tests writes nothing to disk.
    expect(await redis.run(contextWith({}))).toMatchObject({
      verdict: 'warn',
      text: expect.stringMatching(/appendonly/),
    });
    await expect(redis.run(contextWith({ REDIS_URL: '' }))).rejects.toThrow(/REDIS_URL is not set/);
  });

  it('measures with the child that it is given', async () => {
    const child = startRenderChild({ env: { PATH: process.env.PATH ?? '' } });
    const found = await speed.run({ ...contextWith({}), runTask: (task) => child.run(task) });
    child.kill();
    expect(found.details).toMatchObject({ frames: 30 });
    await expect(speed.run(contextWith({}))).rejects.toThrow('no child');
  });
});

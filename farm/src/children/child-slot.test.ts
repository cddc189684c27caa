import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ChildTask } from '@framemill/compositor/child';
import { createLogger } from '@framemill/infra';
import { testFolder } from '@framemill/testing/folders';
import { createDocument } from '@framemill/timeline';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDouble } from '../../test/child-double/start-double.ts';
import { childEnvironment } from './child-environment.ts';
import { type ChildSlot, type ChildSlotOptions, createChildSlot } from './child-slot.ts';
import { createStuckLimit } from './stuck-limit.ts';

describe('child slot', () => {
  let folder: string;
  let slot: ChildSlot;
  let replaced: string[];
  const never = new AbortController().signal;
  const log = createLogger('test', { level: 'silent' });
  const probe = (command: string, signal = never, onProgress?: (done: number) => void) =>
    slot.run({ type: 'probe', path: command }, { signal, onProgress });

  const openSlot = (stuckAfterMs: number, special: Partial<ChildSlotOptions> = {}) =>
    createChildSlot({
      ...special,
      name: 'test',
      startChild: startDouble,
      scratchDir: folder,
      environment: (home) =>
        childEnvironment({ ...process.env, REDIS_URL: 'redis://:secret@host', ALLOW_NONFREE: '1' }, home),
      memoryLimitBytes: 300 * 1024 * 1024,
      stuckLimit: createStuckLimit(stuckAfterMs),
      log,
      onReplaced: (reason) => replaced.push(reason),
    });

  beforeEach(async () => {
    folder = testFolder();
    replaced = [];
    slot = openSlot(60_000);
  });
  afterEach(async () => {
    await slot.close();
  });

  it('keeps the child for the next task', async () => {
    expect((await probe('pid')).mimeType).toBe((await probe('pid')).mimeType);
  });

  it('shows the child no credentials', async () => {
    const environment: unknown = JSON.parse((await probe('environment')).mimeType);
    expect(environment).toMatchObject({ PATH: process.env.PATH, TZ: 'UTC', ALLOW_NONFREE: '1' });
    expect(environment).not.toHaveProperty('REDIS_URL');
  });

  it('keeps the child after broken media, with the reason', async () => {
    const pid = (await probe('pid')).mimeType;
    await expect(probe('faulty')).rejects.toThrow('no video stream in it');
    expect((await probe('pid')).mimeType).toBe(pid);
    expect(replaced).toEqual([]);
  });

  it('lets a task that is aborted end by itself for a moment, where it may', async () => {
    await slot.close();
    slot = openSlot(60_000, { abortGraceMs: 30_000 });
    const { mimeType: pid } = await probe('pid');
    expect(await probe('get-on', AbortSignal.timeout(300))).toMatchObject({ kind: 'image' });
    expect((await probe('pid')).mimeType).toBe(pid);
    await slot.close();
    slot = openSlot(60_000, { abortGraceMs: 100 });
    await expect(probe('hang', AbortSignal.timeout(300))).rejects.toMatchObject({ reason: 'aborted' });
  });

  it('gets each child ready before its first task, and a new one as soon as one is lost', async () => {
    await slot.close();
    slot = openSlot(60_000, { warmTask: { type: 'probe', path: 'get-on' } });
    const began = performance.now();
    const { mimeType: pid } = await probe('pid');
    // The double takes 1.6 s to get on.
    expect(performance.now() - began).toBeGreaterThan(1_500);
    await expect(probe('crash')).rejects.toMatchObject({ reason: 'crash' });
    await expect.poll(() => slot.pid).toEqual(expect.any(Number));
    expect(String(slot.pid)).not.toBe(pid);
    await expect(probe('pid', AbortSignal.timeout(200))).rejects.toMatchObject({ name: 'TimeoutError' });
    expect((await probe('pid')).mimeType).toBe(String(slot.pid));
  });

  const draw = async (count: number, film = 'film') => {
    const file = path.join(folder, 'film');
    await writeFile(file, film);
    const segments = Array.from({ length: count }, (_, index) => ({
      index,
      startFrame: 0,
      endFrame: 1,
      outPath: '',
    }));
    const media = { film: { path: file } };
    const profile = { width: 16, height: 16, rate: { num: 30, den: 1 } };
    const document = createDocument();
    return slot.run({ type: 'segments', document, profile, segments, media } as unknown as ChildTask, {
      signal: never,
    });
  };

  it('replaces a child that is due: 160 segments, whatever else', async () => {
    const pid = (await probe('pid')).mimeType;
    await draw(80);
    expect((await probe('pid')).mimeType).toBe(pid);
    await draw(80);
    expect((await probe('pid')).mimeType).not.toBe(pid);
    expect(replaced).toEqual([]);
  });

  it('replaces a child that has grown, between two tasks', async () => {
    await draw(1, 'holds 480000000');
    const pid = (await probe('pid')).mimeType;
    await draw(1, 'holds 520000000');
    expect((await probe('pid')).mimeType).toBe(pid);
    await draw(1, 'holds 540000000');
    expect((await probe('pid')).mimeType).not.toBe(pid);
    expect(replaced).toEqual([]);
  });

  it('replaces a child that crashed', async () => {
    await expect(probe('crash')).rejects.toMatchObject({
      name: 'ChildLost',
      reason: 'crash',
      message: expect.stringContaining('code 7'),
    });
    expect((await probe('ok')).kind).toBe('image');
    expect(replaced).toEqual(['crash']);
  });

  it.each([
    ['SIGKILL', 'killed'],
    ['SIGTERM', 'killed'],
    ['SIGINT', 'killed'],
    ['SIGHUP', 'killed'],
    ['SIGSEGV', 'crash'],
    ['SIGABRT', 'crash'],
  ] as const)('tells a child that %s ended in the middle of a task: %s', async (signal, reason) => {
    const pid = Number((await probe('pid')).mimeType);
    const lost = expect(probe('hang')).rejects.toMatchObject({
      ...{ name: 'ChildLost', reason },
      message: expect.stringContaining(`signal ${signal}`),
    });
    process.kill(pid, signal);
    await lost;
    expect((await probe('ok')).kind).toBe('image');
    expect(replaced).toEqual([reason]);
  });

  it('logs the process that was lost beside its own', async () => {
    const warn = vi.spyOn(log, 'warn');
    const childPid = Number((await probe('pid')).mimeType);
    await expect(probe('crash')).rejects.toThrow();
    expect(warn.mock.lastCall?.[0]).toMatchObject({ childPid });
    expect(warn.mock.lastCall?.[0]).not.toHaveProperty('pid');
    warn.mockRestore();
  });

  it('ends a child that takes more memory than allowed and says so', async () => {
    await expect(probe('hog')).rejects.toMatchObject({
      reason: 'memory',
      message: expect.stringContaining('CHILD_MEMORY_MB'),
    });
    expect(replaced).toEqual(['memory']);
  });

  it('ends a child whose task does not get on and says so', async () => {
    slot = openSlot(300);
    await expect(probe('hang')).rejects.toMatchObject({
      reason: 'stuck',
      message: expect.stringMatching(/signal SIGKILL\): it made no progress for 0\.3 s\. Raise CHILD_STUCK_SEC/),
    });
    expect(replaced).toEqual(['stuck']);
  });

  it('leaves a child alone that gets on, however long its task takes', async () => {
    slot = openSlot(4_000);
    // 4.8 s in all, in steps of 0.6 s.
    expect((await probe('get-on-slowly')).kind).toBe('image');
    expect(replaced).toEqual([]);
  });

  it('leaves a child alone that decodes on to what it shows next', async () => {
    slot = openSlot(4_000);
    expect((await probe('seek')).kind).toBe('image');
    expect(replaced).toEqual([]);
  });

  it('kills a child that ignores the polite signal within a second of the abort', async () => {
    const cancel = new AbortController();
    const pid = Number((await probe('pid')).mimeType);
    let abortedAt = 0;
    const running = probe('ignore-sigterm', cancel.signal, () => {
      abortedAt = performance.now();
      cancel.abort(new Error('cancelled'));
    });
    await expect(running).rejects.toMatchObject({ reason: 'aborted' });
    expect(performance.now() - abortedAt).toBeLessThan(1000);
    expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
    expect(replaced).toEqual(['aborted']);
  });

  it('ends a task that is aborted in the very moment in which it begins', async () => {
    const cancel = new AbortController();
    const { signal } = cancel;
    // The slot no longer waits for its child, and has not begun the task.
    signal.removeEventListener = () => queueMicrotask(() => cancel.abort(new Error('cancelled')));
    await expect(probe('hang', signal)).rejects.toThrow(/cancelled/);
  });

  it('does not start a task whose signal is aborted, and keeps the child', async () => {
    const pid = (await probe('pid')).mimeType;
    await expect(probe('ok', AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
    expect((await probe('pid')).mimeType).toBe(pid);
  });

  it('removes the folder of a child that ended', async () => {
    await probe('ok');
    expect(await readdir(folder)).toHaveLength(1);
    await slot.close();
    await expect.poll(() => readdir(folder)).toEqual([]);
  });
});

import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('cancels an edit after a minute without a response, so that it is sent again, and a poll for changes likewise', async () => {
  vi.stubGlobal('location', { origin: 'http://localhost' });
  const unanswered = (_url: URL, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const fetched = vi.fn(unanswered);
  vi.stubGlobal('fetch', fetched);
  const waited: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    waited.push(ms);
    const over = new AbortController();
    setTimeout(() => over.abort(new DOMException('It took too long.', 'TimeoutError')), 1);
    return over.signal;
  });
  const { httpService } = await import('./http-service.ts');
  const service = httpService('prj_1');
  const edit = {
    kind: 'commands' as const,
    batchId: 'bat_1',
    label: 'x',
    commands: [{ op: 'addTrack', type: 'video' }],
  };
  expect(await service.send(edit, 1)).toEqual({ kind: 'unknown', retryAfterMs: null });
  await expect(service.since(1)).rejects.toThrow('It took too long.');
  expect(waited).toEqual([60_000, 60_000]);
  expect(fetched.mock.calls.map(([, { signal }]) => signal.reason.name)).toEqual(['TimeoutError', 'TimeoutError']);
});

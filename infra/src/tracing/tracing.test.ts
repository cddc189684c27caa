import { forSuite } from '@framemill/testing/for-suite';
import { startOtlpReceiver } from '@framemill/testing/otlp-receiver';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../log/logger.ts';
import { freePort } from '../ports.ts';
import { openTracing } from './open-tracing.ts';
import { createOtlpTracing } from './otlp-tracing.ts';
import { currentTrace, inSpan, noTracing, withinTrace } from './tracing.ts';

const receiver = forSuite(startOtlpReceiver);
const incoming = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

async function traced(run: (tracing: Awaited<ReturnType<typeof openTracing>>) => Promise<unknown>) {
  receiver.spans.length = 0;
  const tracing = await openTracing('test', { endpoint: receiver.endpoint });
  await run(tracing);
  await tracing.close();
  return receiver.spans;
}

describe('tracing with an endpoint', () => {
  it('continues the trace of a caller, and passes it on', async () => {
    const spans = await traced(async (tracing) => {
      const request = tracing.enter('request', incoming, { kind: 'server' });
      tracing.begin('plan', request?.traceparent, { atMs: 1_000, attributes: { segments: 3 } })?.end({ atMs: 1_500 });
      request?.end();
    });
    const [plan, request] = spans;
    expect(request).toMatchObject({ name: 'request', traceId: incoming.slice(3, 35), parentId: 'b7ad6b7169203331' });
    expect(plan).toMatchObject({ name: 'plan', parentId: request?.id, durationMs: 500, attributes: { segments: 3 } });
    expect(plan?.service).toBe('framemill-test');
  });

  it.each([undefined, 'nonsense', `${incoming}-more`, incoming.replace(/^00/, '01'), incoming.replace('0af7', 'ABCD')])(
    'begins a new trace for a caller without a valid one: %s',
    async (header) => {
      const [span] = await traced(async (tracing) => tracing.enter('request', header)?.end());
      expect(span).toMatchObject({ name: 'request', parentId: null });
      expect(span?.traceId).toMatch(/^[0-9a-f]{32}$/);
    },
  );

  it('exports nothing of a trace that its caller does not record, but passes it on', async () => {
    const spans = await traced(async (tracing) => {
      const span = tracing.enter('request', incoming.replace(/01$/, '00'));
      expect(span?.traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-.*-00$/);
      span?.end();
    });
    expect(spans).toEqual([]);
  });

  it('has no span for work that nobody traces', async () => {
    const spans = await traced(async (tracing) => expect(tracing.begin('plan', null)).toBe(null));
    expect(spans).toEqual([]);
  });

  it('notes the error of the work, and throws it', async () => {
    const [span] = await traced(async (tracing) => {
      const work = inSpan(tracing.enter('commit', null), () => Promise.reject(new Error('fenced')));
      await expect(work).rejects.toThrow('fenced');
    });
    expect(span).toMatchObject({ name: 'commit', error: 'fenced' });
  });

  it('ends although its receiver is away', async () => {
    const tracing = createOtlpTracing('test', `http://127.0.0.1:${await freePort()}`, 50);
    tracing.enter('request', null)?.end();
    await tracing.close();
  });
});

describe('log lines', () => {
  it('have the id of the trace within which they are written', () => {
    const lines: string[] = [];
    const log = createLogger('test', { level: 'info', traced: true }, { write: (line) => void lines.push(line) });
    withinTrace(incoming, () => log.info('inside'));
    log.info('outside');
    expect(lines.map((line) => JSON.parse(line).traceId)).toEqual(['0af7651916cd43dd8448eb211c80319c', undefined]);
  });
});

describe('tracing without an endpoint', () => {
  it('runs work without a span', async () => {
    const tracing = await openTracing('test', { endpoint: null });
    expect(tracing).toBe(noTracing);
    expect(await inSpan(tracing.enter('request', incoming), async () => currentTrace())).toBe(null);
  });
});

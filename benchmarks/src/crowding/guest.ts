// Other customer, in a separate process. It calls GET /v1/me at a steady rate, renders a second of video, has it
// delivered, and requests its HTML preview and frames of a page. It reports how long each of them took.
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { GuestMessage, GuestReport, GuestSample, GuestStart, SlowProbe } from './guest-report.ts';

/** Timeout of a measured operation, in ms. An operation that exceeds it is counted with this duration. */
const longestMs = 60_000;
const pollMs = 50;
const lateMs = 100;
const pageEveryMs = 250;
// Frames have a limit of ten a minute for each key.
const frameEveryMs = 1_500;

let answers: { atMs: number; tookMs: number }[] = [];
/** Start times of the calls that have no response yet. */
let asking = new Set<number>();
let failed: string[] = [];
let samples: GuestSample[] = [];
let generation = 0;
let calls = 0;
let timer: NodeJS.Timeout | undefined;
/** Arrival times of delivered files in ms, by render id. */
const received = new Map<string, number>();
let settings: GuestStart | null = null;

const receiver = createServer((incoming, answer) => {
  incoming.resume().once('end', () => {
    const [name = ''] = (incoming.url ?? '').split('/').slice(-1);
    received.set(name.split('.')[0] ?? '', Date.now());
    answer.end('ok');
  });
});
receiver.listen(0, '127.0.0.1', () => {
  process.send?.({ receiverPort: (receiver.address() as AddressInfo).port });
});

process.on('message', (message: GuestMessage) => {
  if (message.type === 'start') {
    settings = message;
    // Not sequential: a late response must not delay the next call.
    timer = setInterval(() => void me(message), message.everyMs);
  }
  if (message.type === 'begin') begin();
  if (message.type === 'report') process.send?.(report());
});
process.on('disconnect', () => process.exit());

/** Discards earlier measurements and starts new measured operations, because the earlier ones may hang. */
function begin(): void {
  [answers, failed, samples] = [[], [], []];
  asking = new Set();
  generation += 1;
  const mine = generation;
  const { pageProjectId = null } = settings ?? {};
  void repeat(mine, 0, film);
  void repeat(mine, pageEveryMs, htmlPreview);
  if (pageProjectId !== null) void repeat(mine, frameEveryMs, pageFrame);
}

function report(): GuestReport {
  const now = performance.now();
  const slow = samples.map(({ probe, beganMs, tookMs, isFailed }) => ({
    ...{ probe, tookMs: tookMs ?? now - beganMs, isOpen: tookMs === null, isFailed },
  }));
  // Unanswered calls take at least this long.
  const open = [...asking].map((atMs) => ({ atMs, tookMs: Date.now() - atMs }));
  return { me: [...answers, ...open.filter(({ tookMs }) => tookMs > lateMs)], failed, slow };
}

async function repeat(mine: number, everyMs: number, probe: (start: GuestStart) => Promise<void>): Promise<void> {
  while (mine === generation && settings && timer) {
    await probe(settings);
    await wait(everyMs);
  }
}

async function me({ apiHost, keys }: GuestStart): Promise<void> {
  const [begunIn, atMs] = [generation, Date.now()];
  asking.add(atMs);
  const { status, tookMs } = await ask(apiHost, keys, 'GET', '/v1/me');
  if (begunIn !== generation) return;
  asking.delete(atMs);
  answers.push({ atMs, tookMs });
  if (status !== 200) failed.push(String(status));
}

/**
 * Measures a render from its request until it is COMPLETED, and from there until its file has arrived at the receiver.
 */
async function film({ apiHost, keys, filmProjectId, destinationId }: GuestStart): Promise<void> {
  const render = sampleOf('render');
  const body = JSON.stringify({
    ...{ projectId: filmProjectId, quality: 'draft', destination: { id: destinationId } },
    // A different text each time, so that no segment is reused.
    variables: { text: `n ${Math.random()}` },
  });
  const asked = await ask(apiHost, keys, 'POST', '/v1/renders', body);
  const id = read(asked.text)?.render?.id;
  if (id === undefined) {
    end(render, `${asked.status} ${asked.text}`);
    return wait(1_000);
  }
  let completedAt: string | null = null;
  let failure = `not COMPLETED after ${longestMs / 1_000} s`;
  while (completedAt === null && performance.now() - render.beganMs < longestMs) {
    await wait(pollMs);
    const found = read((await ask(apiHost, keys, 'GET', `/v1/renders/${id}`)).text)?.render;
    if (found?.status === 'COMPLETED') completedAt = found.completedAt;
    if (found?.status !== 'FAILED') continue;
    failure = `FAILED ${found.error}`;
    break;
  }
  end(render, completedAt === null ? failure : null);
  if (completedAt === null) return wait(1_000);
  const delivery = sampleOf('delivery');
  // Wall-clock times: service and receiver share this machine's clock.
  const completedMs = Date.parse(completedAt);
  const behindMs = Date.now() - completedMs;
  while (!received.has(id) && performance.now() - delivery.beganMs < longestMs) await wait(pollMs);
  const at = received.get(id);
  received.delete(id);
  delivery.tookMs = at === undefined ? behindMs + longestMs : Math.max(0, at - completedMs);
  delivery.isFailed = at === undefined;
  if (at === undefined) failed.push('delivery: it did not arrive');
}

async function htmlPreview({ apiHost, keys, filmProjectId }: GuestStart): Promise<void> {
  const sample = sampleOf('preview');
  const { status } = await ask(apiHost, keys, 'GET', `/v1/projects/${filmProjectId}/preview?format=html`);
  end(sample, status === 200 ? null : String(status));
}

async function pageFrame({ apiHost, keys, pageProjectId }: GuestStart): Promise<void> {
  const sample = sampleOf('frame');
  const at = Math.random() * 2;
  const { status } = await ask(apiHost, keys, 'GET', `/v1/projects/${pageProjectId}/preview?format=image&at=${at}`);
  end(sample, status === 200 ? null : String(status));
}

function sampleOf(probe: SlowProbe): GuestSample {
  const sample: GuestSample = { probe, beganMs: performance.now(), tookMs: null, isFailed: false };
  samples.push(sample);
  return sample;
}

/** Ends a measured operation. `failure` is the reason of its failure, or null. */
function end(sample: GuestSample, failure: string | null): void {
  sample.tookMs = performance.now() - sample.beganMs;
  sample.isFailed = failure !== null;
  // Failures of discarded probes are not reported.
  if (failure !== null && samples.includes(sample)) failed.push(`${sample.probe}: ${failure.slice(0, 200)}`);
}

interface RenderAnswer {
  render?: { id: string; status: string; completedAt: string; error: string | null };
}

function read(text: string): RenderAnswer | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Sends a request over a new connection. The returned `status` is 0 when there was no response. */
function ask(apiHost: string, keys: readonly string[], method: string, path: string, body?: string) {
  const begun = performance.now();
  const authorization = `Bearer ${keys[calls++ % keys.length]}`;
  const headers = { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const { promise, resolve } = Promise.withResolvers<{ status: number; tookMs: number; text: string }>();
  const done = (status: number, text: string) => resolve({ status, tookMs: performance.now() - begun, text });
  const asked = request(`${apiHost}${path}`, { method, headers, timeout: longestMs }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.once('end', () => done(answer.statusCode ?? 0, Buffer.concat(chunks).toString()));
    answer.once('error', () => done(0, ''));
  });
  asked.once('timeout', () => asked.destroy());
  asked.once('error', () => done(0, '')).end(body);
  return promise;
}

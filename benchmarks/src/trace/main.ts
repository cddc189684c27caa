// Draws the picture in docs/tracing.md. After a change to spans, run it, check the result and commit it.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startFileServer } from '@framemill/testing/local-server';
import { type OtlpReceiver, type ReceivedSpan, spanTree, startOtlpReceiver } from '@framemill/testing/otlp-receiver';
import { addWebhook, type OwnService, startService } from '@framemill/testing/service';
import { describeMachine } from '../measure/machine.ts';
import { until } from '../measure/until.ts';
import { drawTrace } from './draw-trace.ts';

const root = resolve(import.meta.dirname, '../../..');
const slots = 2;
const help = `Renders 12 s of three clips with a title and music through a whole service with two slots, and draws the
spans that the service exports. Prints the tree of spans. Takes a minute or two on two cores.

  node benchmarks/src/trace/main.ts [--out <file>]

  --out <file>  default: docs/tracing.png
`;

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'docs/tracing.png') },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) process.stdout.write(help);
else {
  const spans = await traceOfRender();
  const { processor, cores } = describeMachine();
  const machine = `${processor}, ${cores} cores, ${new Date().toISOString().slice(0, 10)}`;
  writeFileSync(
    values.out,
    drawTrace(spans, `12 s of three clips in 1080p with a title and music, two slots; ${machine}`),
  );
  process.stdout.write(`${spanTree(spans)}\n`);
}

/** Starts a service, renders the film, and returns the spans of its trace once the last one has arrived. */
async function traceOfRender(): Promise<ReceivedSpan[]> {
  const traces = await startOtlpReceiver();
  const receiver = await startFileServer((_request, response) => response.end());
  const outbound = { OUTBOUND_PORTS: 'any', OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' };
  const service = await startService({ slots, env: { OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint, ...outbound } });
  try {
    await addWebhook(service, receiver.url);
    const projectId = await makeProject(service);
    const { render } = await service.call('POST', '/v1/renders', { projectId });
    const { status, error } = await service.finished(render.id);
    if (status !== 'COMPLETED') throw new Error(`The render ended as ${status}: ${error}`);
    return await until('the span of the webhook has arrived', 30_000, () => wholeTrace(traces));
  } finally {
    await service.stop();
    await receiver.close();
    await traces.close();
  }
}

/** Returns the spans of the trace that begins with the order of a render; null until its webhook was sent. */
function wholeTrace({ spans }: OtlpReceiver): ReceivedSpan[] | null {
  const first = spans.find(({ name }) => name === 'POST /v1/renders');
  const own = spans.filter(({ traceId }) => traceId === first?.traceId);
  const isSent = own.some(({ name, attributes }) => name === 'webhook' && attributes.type === 'render.completed');
  return isSent && own.some(({ name }) => name === 'commit') ? own : null;
}

/** Uploads the sample's footage and music, and creates a project of them. Returns its id. */
async function makeProject(service: OwnService): Promise<string> {
  const commands: object[] = [];
  for (const [index, name] of ['ocean.mp4', 'mountains.mp4', 'aurora.mp4', 'music.flac'].entries()) {
    const { id } = await service.upload(join(root, 'infra/bootstrap/sample/media', name));
    const { durationSec } = await service.ingested(id);
    const isMusic = name.endsWith('.flac');
    const [type, start, duration] = isMusic ? ['audio', 0, 12] : ['video', 4 * index, 4];
    commands.push({
      op: 'addClip',
      type,
      src: id,
      start,
      duration,
      mediaDuration: durationSec,
      ...(isMusic ? { trackIndex: 3 } : {}),
    });
  }
  commands.push({
    op: 'addTextClip',
    text: 'A trace',
    start: 0,
    duration: 12,
    trackIndex: 1,
    style: { fontSize: 120 },
  });
  const { project } = await service.call('POST', '/v1/projects', { name: 'Trace', commands });
  return project.id;
}

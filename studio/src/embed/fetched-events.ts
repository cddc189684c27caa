import type { ProjectEvents } from '../client/access.ts';
import { isSignedOut } from '../client/api-error.ts';

/** Delay before a stream that has ended is opened again, in ms. */
const AGAIN_MS = 1_500;

/**
 * Opens a stream of server-sent events with the headers of a request, which `EventSource` cannot send. It dispatches
 * `open`, `error` and the events of the stream, and opens the stream again when it has ended. `open` sends the request,
 * and rejects when it is refused. A 401 is dispatched as `signed-out` and ends the attempts.
 */
export function openFetchedEvents(open: () => Promise<Response>): ProjectEvents {
  const target = new EventTarget();
  let isOver = false;
  let reader: ReadableStreamDefaultReader<string> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    try {
      const { body } = await open();
      if (body === null) throw new TypeError('The stream of events has no body.');
      reader = body.pipeThrough(new TextDecoderStream()).getReader();
      if (isOver) return void reader.cancel();
      target.dispatchEvent(new Event('open'));
      await readEvents(reader, target);
    } catch (error) {
      if (isSignedOut(error)) return void target.dispatchEvent(new Event('signed-out'));
      // Other failures are reported below. The project is polled meanwhile.
    }
    if (isOver) return;
    target.dispatchEvent(new Event('error'));
    timer = setTimeout(run, AGAIN_MS);
  }

  void run();
  return {
    addEventListener: target.addEventListener.bind(target),
    close() {
      isOver = true;
      clearTimeout(timer);
      // A stream that has failed cannot be cancelled.
      reader?.cancel().catch(() => undefined);
    },
  };
}

/** Dispatches the events of a stream until it ends. Each event is a block of lines, followed by an empty line. */
export async function readEvents(
  reader: Pick<ReadableStreamDefaultReader<string>, 'read'>,
  target: EventTarget,
): Promise<void> {
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => partsOf(line)));
      const name = fields.get('event');
      if (name !== undefined) target.dispatchEvent(new MessageEvent(name, { data: fields.get('data') ?? '' }));
    }
  }
}

function partsOf(line: string): [name: string, value: string] {
  const at = line.indexOf(':');
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
}

import { type Readable, Transform } from 'node:stream';

/** A transfer in which nothing moves for so long is ended. */
const IDLE_MS = 60_000;

/** Ends a transfer in which nothing moves. */
export interface IdleWatch {
  /** Aborted when nothing has moved for a minute, or with the signal that it was made of. */
  readonly signal: AbortSignal;
  /** Tells that something moved. */
  touch(): void;
  /** The same bytes; each chunk that is taken counts as a move. */
  through(body: Readable): Readable;
  stop(): void;
}

/** Begins to watch a transfer. `idleMs` is shorter only in tests. */
export function watchIdle(signal: AbortSignal, idleMs: number = IDLE_MS): IdleWatch {
  const idle = new AbortController();
  const late = () => idle.abort(new DOMException('nothing moved', 'TimeoutError'));
  let timer = setTimeout(late, idleMs);
  const touch = () => {
    clearTimeout(timer);
    timer = setTimeout(late, idleMs);
  };
  return {
    signal: AbortSignal.any([signal, idle.signal]),
    touch,
    through(body) {
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          touch();
          done(null, chunk);
        },
      });
      body.on('error', (error) => counted.destroy(error));
      counted.on('close', () => body.destroy());
      return body.pipe(counted);
    },
    stop: () => clearTimeout(timer),
  };
}

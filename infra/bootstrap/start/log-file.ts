import { createWriteStream, type WriteStream } from 'node:fs';

/** File that receives a process's output. */
export interface LogFile {
  write(chunk: Buffer): void;
  end(): void;
}

/**
 * Creates a new log file. Output that a full disk does not accept is lost, but the service continues, and so does the
 * log once there is space again.
 */
export function openLogFile(file: string): LogFile {
  let stream: WriteStream | null = open('w');

  function open(flags: 'w' | 'a'): WriteStream {
    const opened = createWriteStream(file, { mode: 0o600, flags });
    opened.on('error', () => {
      if (stream === opened) stream = null;
    });
    return opened;
  }

  return {
    write(chunk) {
      stream ??= open('a');
      stream.write(chunk);
    },
    end: () => stream?.end(),
  };
}

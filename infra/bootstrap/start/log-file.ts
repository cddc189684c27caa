import { createWriteStream, type WriteStream } from 'node:fs';

/** A file that takes a process's output. */
export interface LogFile {
  write(chunk: Buffer): void;
  end(): void;
}

/** Begins a log file anew. What a full disk does not take is lost, and the service goes on; so does the log when there is room. */
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

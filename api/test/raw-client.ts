import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A client that writes what it likes over a connection of its own. */
export interface RawClient {
  socket: Socket;
  /** Everything that came back, once the connection is closed. */
  answer: Promise<string>;
  /** What came back until now. */
  received(): string;
}

/** Connects and writes `head` as it stands. Connections that the other side resets end like others. */
export async function rawClient(port: number, head: string): Promise<RawClient> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (data) => {
    text += data.toString('latin1');
  });
  socket.on('error', () => undefined);
  // Not "once": that would reject for connections that are reset.
  const answer = new Promise<string>((resolve) => socket.on('close', () => resolve(text)));
  await once(socket, 'connect');
  socket.write(head, 'latin1');
  return { socket, answer, received: () => text };
}

const boundary = 'framemill-test-boundary';

/** The head of a multipart upload, without its body. */
export function uploadHead(key: string, length: number | 'chunked'): string {
  const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  return (
    `POST /v1/media/uploads HTTP/1.1\r\nHost: api.test\r\nAuthorization: Bearer ${key}\r\n` +
    `Content-Type: multipart/form-data; boundary=${boundary}\r\n${size}\r\n\r\n`
  );
}

/** The beginning of a form: the head of its file and the first bytes of an MP4. */
export const formStart =
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n` +
  'Content-Type: application/octet-stream\r\n\r\n\0\0\0\x18ftypmp42\0\0\0\0mp42isom';

/** The head of a JSON request, without its body. */
export function jsonHead(key: string, path: string, length: number | 'chunked'): string {
  const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  return (
    `POST ${path} HTTP/1.1\r\nHost: api.test\r\nAuthorization: Bearer ${key}\r\n` +
    `Content-Type: application/json\r\n${size}\r\n\r\n`
  );
}

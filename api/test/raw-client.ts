import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** TCP client that writes any bytes over its own connection. */
export interface RawClient {
  socket: Socket;
  /** Resolves to everything received, once the connection is closed. */
  answer: Promise<string>;
  /** Returns everything received so far. */
  received(): string;
}

/** Connects and writes `head` unchanged. A connection that the server resets counts as closed, without an error. */
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

/** Returns the HTTP request head of a multipart upload, without its body. */
export function uploadHead(key: string, length: number | 'chunked'): string {
  const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  return (
    `POST /v1/media/uploads HTTP/1.1\r\nHost: api.test\r\nAuthorization: Bearer ${key}\r\n` +
    `Content-Type: multipart/form-data; boundary=${boundary}\r\n${size}\r\n\r\n`
  );
}

/** Beginning of a multipart body: the part headers of its file, and the first bytes of an MP4. */
export const formStart =
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n` +
  'Content-Type: application/octet-stream\r\n\r\n\0\0\0\x18ftypmp42\0\0\0\0mp42isom';

/** Returns the HTTP request head of a JSON request, without its body. */
export function jsonHead(key: string, path: string, length: number | 'chunked'): string {
  const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  return (
    `POST ${path} HTTP/1.1\r\nHost: api.test\r\nAuthorization: Bearer ${key}\r\n` +
    `Content-Type: application/json\r\n${size}\r\n\r\n`
  );
}

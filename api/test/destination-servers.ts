import { buffer } from 'node:stream/consumers';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { type FileServer, startFileServer } from './file-server.ts';

/** A bucket of a real S3 service on this machine. */
export interface TestBucket {
  service: FauxqsServer;
  /** Fields of a destination of the kind `s3`. */
  s3: { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string };
  /** Keys of all objects. */
  keys(): Promise<string[]>;
  close(): Promise<void>;
}

/** The secret key of test buckets: no answer, row or line of the log may hold it. */
export const SECRET_ACCESS_KEY = 'wJalrXUtnFEMI-K7MDENG-bPxRfiCYEXAMPLEKEY';

/** Starts an S3 service with one bucket. */
export async function startBucket(): Promise<TestBucket> {
  const service = await startFauxqs({ port: 0, logger: false });
  service.createBucket('films');
  const endpoint = `http://127.0.0.1:${service.port}`;
  return {
    service,
    s3: {
      endpoint,
      region: 'us-east-1',
      bucket: 'films',
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: SECRET_ACCESS_KEY,
    },
    async keys() {
      const list = await (await fetch(`${endpoint}/films?list-type=2`)).text();
      return [...list.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => decodeURIComponent(key));
    },
    close: async () => service.stop(),
  };
}

/** What a server that takes PUTs got. */
export interface TakenFile {
  method: string;
  path: string;
  headers: Record<string, string>;
  bytes: Buffer;
}

/** A server that takes files by PUT. */
export interface PutServer extends FileServer {
  taken: TakenFile[];
}

/** Starts one; `say` gives the status of an answer, by what came and how many came before. */
export async function startPutServer(say: (file: TakenFile, before: number) => number = () => 200): Promise<PutServer> {
  const taken: TakenFile[] = [];
  const server = await startFileServer(async (request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const file = { method: request.method ?? '', path: request.url ?? '', headers, bytes: await buffer(request) };
    taken.push(file);
    const status = say(file, taken.length - 1);
    response.writeHead(status, status === 302 ? { location: 'http://10.0.0.1/' } : {}).end('<secret>no</secret>');
  });
  return { ...server, taken };
}

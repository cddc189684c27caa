import { buffer } from 'node:stream/consumers';
import { type FileServer, startFileServer } from '@framemill/testing/local-server';
import { type FauxqsServer, startFauxqs } from 'fauxqs';

/** Bucket of a real S3 service that runs on this machine. */
export interface TestBucket {
  service: FauxqsServer;
  /** Fields of a destination of kind `s3`. */
  s3: { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string };
  /** Returns the keys of all objects in the bucket. */
  keys(): Promise<string[]>;
  close(): Promise<void>;
}

/** Secret key of test buckets. No API response, database row or log line may contain it. */
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

/** Request that a test server for PUT uploads has received. */
export interface TakenFile {
  method: string;
  path: string;
  headers: Record<string, string>;
  bytes: Buffer;
}

/** Test server that accepts files by PUT and records them in `taken`. */
export interface PutServer extends FileServer {
  taken: TakenFile[];
}

/**
 * Starts a test server for PUT uploads. `say` returns the response status, given the request and the number of earlier
 * requests.
 */
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

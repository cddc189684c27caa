import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createS3Store } from './s3-store.ts';

const hasAws = spawnSync('aws', ['--version']).status === 0;
if (!hasAws) console.warn('s3-clients: the AWS command line was left out: there is no program "aws".');

const bucket = 'exports';
const key = 'exports/abc-DEF_1.mp4';
// Larger than one part, so that the store uploads it in several.
const bytes = Buffer.alloc(9_000_000, 'frame');

/** Tests that other programs can read what Framemill writes to an S3 store. */
describe('an object of the S3 store', () => {
  let s3: FauxqsServer;
  let folder = '';
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 's3-clients-'));
    s3 = await startFauxqs({ port: 0, logger: false });
    s3.createBucket(bucket);
    const store = createS3Store({ kind: 's3', bucket, endpoint: endpoint(), region: 'us-east-1', credentials });
    await store.put(key, bytes, { contentType: 'video/mp4' });
    store.close();
  });
  afterAll(async () => {
    await s3.stop();
    await rm(folder, { recursive: true, force: true });
  });

  function endpoint(): string {
    return `http://127.0.0.1:${s3.port}`;
  }

  it('is listed, typed and read whole and in part by the AWS SDK', async () => {
    const client = new S3Client({ endpoint: endpoint(), region: 'us-east-1', credentials, forcePathStyle: true });
    const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    expect(Contents?.map(({ Key, Size }) => ({ Key, Size }))).toEqual([{ Key: key, Size: bytes.length }]);
    const whole = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    expect(whole.ContentType).toBe('video/mp4');
    expect(bytes.equals((await whole.Body?.transformToByteArray()) ?? new Uint8Array())).toBe(true);
    const part = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: 'bytes=5-14' }));
    expect(await part.Body?.transformToString()).toBe('frameframe');
    client.destroy();
  });

  it.skipIf(!hasAws)('is listed, typed and copied by the AWS command line', async () => {
    const aws = async (...args: string[]) => {
      const { stdout } = await promisify(execFile)('aws', ['--endpoint-url', endpoint(), '--output', 'json', ...args], {
        env: {
          PATH: process.env.PATH,
          HOME: folder,
          AWS_ACCESS_KEY_ID: credentials.accessKeyId,
          AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
          AWS_DEFAULT_REGION: 'us-east-1',
        },
      });
      return stdout;
    };
    expect(await aws('s3', 'ls', `s3://${bucket}/exports/`)).toContain(`${bytes.length} ${path.basename(key)}`);
    const head: unknown = JSON.parse(await aws('s3api', 'head-object', '--bucket', bucket, '--key', key));
    expect(head).toMatchObject({ ContentType: 'video/mp4', ContentLength: bytes.length });
    const copy = path.join(folder, 'copy.mp4');
    await aws('s3', 'cp', '--only-show-errors', `s3://${bucket}/${key}`, copy);
    expect(bytes.equals(await readFile(copy))).toBe(true);
  });
});

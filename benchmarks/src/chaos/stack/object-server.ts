// An S3 service on loopback that stores objects in a folder. It can be stopped and restarted on the same port.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startFauxqs } from 'fauxqs';

const [port = '', folder = '', bucket = ''] = process.argv.slice(2);
const server = await startFauxqs({ port: Number(port), logger: false, s3StorageDir: folder });
if (!existsSync(join(folder, 'buckets', bucket))) server.createBucket(bucket);
process.stdout.write(`${JSON.stringify({ msg: 'objects ready' })}\n`);
process.once('SIGTERM', () => {
  void server.stop().then(() => process.exit(0));
});

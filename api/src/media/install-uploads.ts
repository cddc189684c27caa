import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';

/** Teaches the application multipart bodies. Limits on the file's size come with each upload. */
export async function installUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: { files: 1, fields: 4, parts: 5, fieldNameSize: 64, fieldSize: 1_000, headerPairs: 32 },
  });
}

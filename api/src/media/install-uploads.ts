import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';

/** Registers the parser of multipart bodies. Each upload sets its own limit on the file's size. */
export async function installUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: { files: 1, fields: 4, parts: 5, fieldNameSize: 64, fieldSize: 1_000, headerPairs: 32 },
  });
}

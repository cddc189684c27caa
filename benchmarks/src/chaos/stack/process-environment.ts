import { join } from 'node:path';
import type { ChaosServices } from './services.ts';

/** What the environment of a node says: services but the database, free ports, data in the services' folder. */
export function nodeEnvironment({ redisUrl, objects, folder }: ChaosServices): Record<string, string> {
  return {
    REDIS_URL: redisUrl,
    S3_BUCKET: objects.bucket,
    S3_ENDPOINT: objects.endpoint,
    S3_ACCESS_KEY_ID: objects.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: objects.credentials.secretAccessKey,
    DATA_DIR: join(folder, 'data'),
    SCRATCH_DIR: join(folder, 'scratch'),
    // Started again and again: what was compiled once need not be compiled again.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(folder, 'compiled'),
    // One scenario draws html clips, and a browser that starts with every node takes 2 s of processor time.
    HTML_CLIPS: 'off',
    METRICS_PORT: '0',
    LOG_LEVEL: 'info',
  };
}

/** The environment of the API and of a scheduler. */
export function serverEnvironment(services: ChaosServices): Record<string, string> {
  return { ...nodeEnvironment(services), DATABASE_URL: services.databaseUrl, PORT: '0' };
}

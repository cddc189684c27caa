import { join } from 'node:path';
import type { ObjectStoreConfig } from '@framemill/infra';
import type { ChaosServices } from './services.ts';

/** Where the parts of a stack keep objects: in its S3 service, or in a folder that they share, as `npm start` does. */
export type ObjectsIn = 's3' | 'folder';

/** What the environment of a node says: services but the database, free ports, data in the services' folder. */
export function nodeEnvironment(services: ChaosServices, objectsIn: ObjectsIn): Record<string, string> {
  const { redisUrl, folder } = services;
  return {
    REDIS_URL: redisUrl,
    ...(objectsIn === 's3' ? s3Environment(services) : {}),
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
export function serverEnvironment(services: ChaosServices, objectsIn: ObjectsIn): Record<string, string> {
  return { ...nodeEnvironment(services, objectsIn), DATABASE_URL: services.databaseUrl, PORT: '0' };
}

/** Where the parts of a stack find objects. */
export function objectsOf({ objects, folder }: ChaosServices, objectsIn: ObjectsIn): ObjectStoreConfig {
  return objectsIn === 's3' ? objects : { kind: 'folder', root: join(folder, 'data', 'objects') };
}

function s3Environment({ objects }: ChaosServices): Record<string, string> {
  return {
    S3_BUCKET: objects.bucket,
    S3_ENDPOINT: objects.endpoint,
    S3_ACCESS_KEY_ID: objects.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: objects.credentials.secretAccessKey,
  };
}

import { join } from 'node:path';
import { type ChaosServices, dataFolder, type S3Address } from './services.ts';

/**
 * Returns the environment of a node: all services except the database, free ports, and data in the services' folder.
 */
export function nodeEnvironment({ redisUrl, folder, s3 }: ChaosServices): Record<string, string> {
  return {
    REDIS_URL: redisUrl,
    ...(s3 ? s3Environment(s3.address) : {}),
    DATA_DIR: dataFolder(folder),
    SCRATCH_DIR: join(folder, 'scratch'),
    // Processes are started repeatedly and reuse the compiled code.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(folder, 'compiled'),
    // Only one scenario renders html clips, and starting a browser with every node would take 2 s of processor time.
    HTML_CLIPS: 'off',
    METRICS_PORT: '0',
    LOG_LEVEL: 'info',
  };
}

/** Returns the environment of the API and of a scheduler. */
export function serverEnvironment(services: ChaosServices): Record<string, string> {
  return { ...nodeEnvironment(services), DATABASE_URL: services.databaseUrl, PORT: '0' };
}

function s3Environment({ bucket, endpoint, credentials }: S3Address): Record<string, string> {
  return {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}

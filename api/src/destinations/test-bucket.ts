import type { Bucket } from '../limiter/limiter.ts';

/** Tests of destinations of one key per minute: each connects to somebody else's server. */
export const TEST_BUCKET: Bucket = { name: 'api_v1_destination_test', limit: 30 };

import type { Bucket } from '../limiter/limiter.ts';

/** Rate limit for tests of destinations per API key and minute. Each test connects to a third party's server. */
export const TEST_BUCKET: Bucket = { name: 'api_v1_destination_test', limit: 30 };

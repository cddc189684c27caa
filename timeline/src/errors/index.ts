export { type ErrorCode, FramemillError } from './framemill-error.ts';
export { nearestName } from './nearest-name.ts';
export { schemaFault } from './schema-fault.ts';

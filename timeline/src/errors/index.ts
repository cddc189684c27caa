export type { ErrorCode } from './error-code.ts';
export { FramemillError } from './framemill-error.ts';
export { schemaFault } from './schema-fault.ts';

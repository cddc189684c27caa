import { type OwnService, startService } from '@framemill/testing/service';

/**
 * Starts the program of `npm start` as users run it, including a browser for html clips. `slots` is the maximum number
 * of segments that are rendered concurrently.
 */
export function startStack(slots: number): Promise<OwnService> {
  return startService({ slots, env: { HTML_CLIPS: 'auto' } });
}

/** Roles of the processes in a stack. */
export const stackRoles = [
  'api',
  'scheduler',
  'node',
  'render process',
  'PostgreSQL',
  'Redis',
  'object store',
] as const;

/** Role of a process in a stack. */
export type StackRole = (typeof stackRoles)[number];

const programs: readonly (readonly [RegExp, StackRole])[] = [
  [/api\/src\/main\.ts/, 'api'],
  [/scheduler\/src\/main\.ts/, 'scheduler'],
  [/farm\/src\/main\.ts/, 'node'],
  [/compositor\/(src\/child|program)\//, 'render process'],
  [/object-server\.ts/, 'object store'],
];

/**
 * Returns the role of the process with this command line; null for a process without a role, such as a shell that only
 * supervises another process.
 */
export function roleOfCommand(command: string): StackRole | null {
  const [program = ''] = command.split(' ');
  if (/(^|\/)postgres(:|$)/.test(program)) return 'PostgreSQL';
  if (/(^|\/)redis-server$/.test(program)) return 'Redis';
  if (!/(^|\/)node$/.test(program)) return null;
  return programs.find(([script]) => script.test(command))?.[1] ?? null;
}

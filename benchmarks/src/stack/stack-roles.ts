/** Kinds of processes that a stack consists of. */
export const stackRoles = [
  'api',
  'scheduler',
  'node',
  'render process',
  'PostgreSQL',
  'Redis',
  'object store',
] as const;

/** What a process of a stack is. */
export type StackRole = (typeof stackRoles)[number];

const programs: readonly (readonly [RegExp, StackRole])[] = [
  [/api\/src\/main\.ts/, 'api'],
  [/scheduler\/src\/main\.ts/, 'scheduler'],
  [/farm\/src\/main\.ts/, 'node'],
  [/compositor\/(src\/child|program)\//, 'render process'],
  [/object-server\.ts/, 'object store'],
];

/** The role of a process of a stack by its command line; null: it belongs to none, such as the shells that watch over the others. */
export function roleOfCommand(command: string): StackRole | null {
  const [program = ''] = command.split(' ');
  if (/(^|\/)postgres(:|$)/.test(program)) return 'PostgreSQL';
  if (/(^|\/)redis-server$/.test(program)) return 'Redis';
  if (!/(^|\/)node$/.test(program)) return null;
  return programs.find(([script]) => script.test(command))?.[1] ?? null;
}

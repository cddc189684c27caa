/** All scopes of the API, with a description of the access that each grants. */
export const scopes = {
  'account.read': 'Account, usage and the list of plugins',
  'projects.read': 'Read projects and workspaces; validate commands',
  'projects.write': 'Create, change and delete projects and workspaces',
  'media.read': 'List media',
  'media.write': 'Upload, import, rename and delete media',
  'render.read': 'Render status; previews in all three formats',
  'render.write': 'Start and cancel renders (uses the export allowance)',
  'ai.transcribe': 'Transcription (spends credits)',
  'ai.speech': 'Text to speech (spends credits)',
  'ai.image': 'Images and stickers (spends credits)',
  'ai.video': 'Video generation and its jobs (spends credits)',
  'ai.agent': 'The planner (spends credits)',
  'ai.analyze': 'Reserved: no route uses it',
  'stock.read': 'Stock search',
  'webhooks.manage': 'Reserved: webhooks are managed in the console',
  'plugins.invoke': 'Invoke plugin tools',
  'telegram.users.read': 'Read chat-bot end users',
  'telegram.users.write': 'Change chat-bot end users (live keys only)',
} as const;

/** Name of a scope. */
export type Scope = keyof typeof scopes;

/** Names of all scopes, in the order of `scopes`. */
export const scopeNames: Scope[] = Object.keys(scopes).filter(isScope);

/** Scopes granted to keys that were created before scopes existed. */
export const legacyScopes: Scope[] = scopeNames.filter(
  (name) =>
    name !== 'webhooks.manage' &&
    name !== 'plugins.invoke' &&
    name !== 'telegram.users.read' &&
    name !== 'telegram.users.write',
);

/** Whether `name` is a scope of the API. */
export function isScope(name: string): name is Scope {
  return Object.hasOwn(scopes, name);
}

/**
 * Returns the effective scopes of a key: the key's own scopes, limited to the scopes that its app may grant.
 * The scopes of a key without an app are not limited. A legacy key without scopes was created before scopes existed and
 * has `legacyScopes`.
 */
export function grantedScopes(key: { scopes: string[]; legacy: boolean; ceiling: string[] | null }): Scope[] {
  const own = key.legacy && key.scopes.length === 0 ? legacyScopes : key.scopes.filter(isScope);
  const { ceiling } = key;
  return ceiling === null ? own : own.filter((name) => ceiling.includes(name));
}

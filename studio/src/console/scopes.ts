import type { AppRecord } from './console-queries.ts';

/** Name of a scope. */
export type Scope = AppRecord['scopes'][number];

/** Scopes with a description of each, in groups for display. */
export const scopeGroups: readonly { title: string; scopes: readonly (readonly [Scope, string])[] }[] = [
  {
    title: 'Projects and media',
    scopes: [
      ['projects.read', 'Read projects and workspaces'],
      ['projects.write', 'Create, change and delete them'],
      ['media.read', 'List media'],
      ['media.write', 'Upload, import, rename, delete'],
      ['stock.read', 'Search stock'],
    ],
  },
  {
    title: 'Renders',
    scopes: [
      ['render.read', 'Status and previews'],
      ['render.write', 'Start and cancel'],
    ],
  },
  {
    title: 'Generating (spends credits)',
    scopes: [
      ['ai.agent', 'The planner'],
      ['ai.transcribe', 'Transcription'],
      ['ai.speech', 'Speech'],
      ['ai.image', 'Images and stickers'],
      ['ai.video', 'Videos'],
      ['ai.analyze', 'Reserved'],
    ],
  },
  {
    title: 'Account and more',
    scopes: [
      ['account.read', 'Account, usage, plugins'],
      ['plugins.invoke', 'Call tools of plugins'],
      ['telegram.users.read', 'Read users of bots'],
      ['telegram.users.write', 'Change users of bots'],
      ['webhooks.manage', 'Reserved'],
    ],
  },
];

/** All scopes. */
export const allScopes: readonly Scope[] = scopeGroups.flatMap(({ scopes }) => scopes.map(([name]) => name));

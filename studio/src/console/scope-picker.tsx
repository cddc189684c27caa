import { Button } from '../ui/button.tsx';
import type { AppRecord } from './console-queries.ts';

interface ScopePickerProps {
  chosen: readonly Scope[];
  onChange(chosen: Scope[]): void;
  /** Scopes that can be selected; all scopes when absent. */
  among?: readonly Scope[];
}

/** Checkboxes for the scopes of a key or an app. */
export function ScopePicker({ chosen, onChange, among = allScopes }: ScopePickerProps) {
  const toggle = (scope: Scope) =>
    onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope]);
  return (
    <fieldset>
      <legend className="mb-2 flex w-full items-center gap-2 text-[13px] font-medium text-soft">
        <span className="grow">Scopes</span>
        <Button onClick={() => onChange([...among])} size="small" tone="quiet">
          All
        </Button>
        <Button onClick={() => onChange([])} size="small" tone="quiet">
          None
        </Button>
      </legend>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {scopeGroups.map(({ title, scopes }) => (
          <div key={title}>
            <p className="mb-1 text-xs text-faint">{title}</p>
            {scopes
              .filter(([name]) => among.includes(name))
              .map(([name, what]) => (
                <label className="flex items-start gap-2.5 py-1" key={name}>
                  <input
                    checked={chosen.includes(name)}
                    className="mt-0.5 size-4 accent-accent"
                    onChange={() => toggle(name)}
                    type="checkbox"
                  />
                  <span>
                    <code className="font-mono text-[13px]">{name}</code>
                    <span className="block text-[13px] text-soft">{what}</span>
                  </span>
                </label>
              ))}
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** Name of a scope. */
export type Scope = AppRecord['scopes'][number];

/** Scopes with a description of each, in groups for display. */
const scopeGroups: readonly { title: string; scopes: readonly (readonly [Scope, string])[] }[] = [
  {
    title: 'Projects and media',
    scopes: [
      ['projects.read', 'View projects and workspaces'],
      ['projects.write', 'Create, edit and delete projects and workspaces'],
      ['media.read', 'View media'],
      ['media.write', 'Upload, import, rename and delete media'],
      ['stock.read', 'Search stock media'],
    ],
  },
  {
    title: 'Renders',
    scopes: [
      ['render.read', 'View renders and previews'],
      ['render.write', 'Start and cancel renders'],
    ],
  },
  {
    title: 'AI (uses credits)',
    scopes: [
      ['ai.agent', 'Plan edits'],
      ['ai.transcribe', 'Transcribe speech'],
      ['ai.speech', 'Generate speech'],
      ['ai.image', 'Generate images and stickers'],
      ['ai.video', 'Generate videos'],
      ['ai.analyze', 'Reserved for later'],
    ],
  },
  {
    title: 'Account, plugins and bots',
    scopes: [
      ['account.read', 'View account, usage and plugins'],
      ['plugins.invoke', 'Call plugin tools'],
      ['telegram.users.read', 'View bot users'],
      ['telegram.users.write', 'Edit bot users'],
      ['webhooks.manage', 'Reserved for later'],
    ],
  },
];

/** All scopes that a key or an app can have. */
export const allScopes: readonly Scope[] = scopeGroups.flatMap(({ scopes }) => scopes.map(([name]) => name));

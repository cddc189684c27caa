import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { sessionQuery, useAccount } from '../session/session-query.ts';
import { type ThemeChoice, useTheme } from '../theme/theme.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';

const themes: readonly { choice: ThemeChoice; label: string; icon: 'moon' | 'sun' | 'settings' }[] = [
  { choice: 'dark', label: 'Dark', icon: 'moon' },
  { choice: 'light', label: 'Light', icon: 'sun' },
  { choice: 'system', label: 'As the system', icon: 'settings' },
];

/** Account menu at the foot of the navigation: the user's name, theme choice, documentation link and sign-out. */
export function AccountMenu() {
  const { name, email } = useAccount();
  const { choice, choose } = useTheme();
  const client = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => answerOf(api.POST('/api/auth/sign-out')),
    onSuccess() {
      client.clear();
      client.setQueryData(sessionQuery.queryKey, null);
    },
  });
  return (
    <div className="border-t border-line p-2.5">
      <Menu
        align="start"
        trigger={
          <button
            className="flex w-full items-center gap-2.5 rounded-lg p-1.5 text-left transition-colors hover:bg-hover"
            type="button"
          >
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent"
            >
              {(name || email).slice(0, 1).toUpperCase()}
            </span>
            <span className="min-w-0 grow">
              <span className="block truncate font-medium">{name || email}</span>
              <span className="block truncate text-xs text-soft">{email}</span>
            </span>
            <Icon className="text-faint" name="more" />
          </button>
        }
      >
        {themes.map((theme) => (
          <MenuItem icon={theme.icon} key={theme.choice} onClick={() => choose(theme.choice)}>
            {theme.label}
            {theme.choice === choice && <span className="ml-2 text-accent">✓</span>}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon="help" render={<a href="/docs" rel="noreferrer" target="_blank" />}>
          Documentation
        </MenuItem>
        <MenuItem icon="signOut" onClick={() => signOut.mutate()}>
          Sign out
        </MenuItem>
      </Menu>
    </div>
  );
}

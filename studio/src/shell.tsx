import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { api } from './client/api.ts';
import { answerOf } from './client/api-error.ts';
import { followAccount } from './client/events.ts';
import { sessionQuery, useAccount } from './session/session.ts';
import { type ThemeChoice, useTheme } from './theme/theme.ts';
import { IconButton } from './ui/button.tsx';
import { Icon, Logo } from './ui/icon.tsx';
import type { IconName } from './ui/icons.ts';
import { Waiting } from './ui/indicators.tsx';
import { Menu, MenuItem, MenuSeparator } from './ui/menu.tsx';

/** Frame of every page except the editor: navigation on the left, the page on the right. */
export function Shell() {
  const { role } = useAccount();
  const client = useQueryClient();
  useEffect(() => followAccount(client), [client]);
  const [isOpen, setIsOpen] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page closes the drawer
  useEffect(() => setIsOpen(false), [path]);
  return (
    <div className="flex min-h-screen">
      <a
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-lg focus:bg-overlay focus:p-2"
        href="#page"
      >
        Skip to content
      </a>
      {isOpen && (
        <button
          aria-label="Close navigation"
          className="fixed inset-0 z-20 bg-black/50 md:hidden"
          onClick={() => setIsOpen(false)}
          type="button"
        />
      )}
      <nav
        aria-label="Main"
        className={`fixed inset-y-0 left-0 z-30 flex w-58 shrink-0 flex-col border-r border-line bg-surface transition-transform md:sticky md:top-0 md:h-screen md:translate-x-0 ${isOpen ? '' : 'max-md:invisible max-md:-translate-x-full'}`}
      >
        <Link className="flex items-center gap-2.5 px-4 py-4 font-semibold tracking-tight" to="/">
          <Logo size={22} /> Framemill
        </Link>
        <div className="flex grow flex-col gap-5 overflow-y-auto px-2.5 pb-4 [@media(max-height:800px)]:gap-3">
          <Places places={workPlaces} />
          <Places places={consolePlaces} title="Console" />
          {role === 'admin' && <Places places={operatorPlaces} title="Operators" />}
        </div>
        <AccountMenu />
      </nav>
      <div className="flex min-w-0 grow flex-col">
        <header className="sticky top-0 z-10 flex items-center gap-2 border-b border-line bg-bg px-3 py-2 md:hidden">
          <IconButton icon="menu" label="Open navigation" onClick={() => setIsOpen(true)} />
          <Logo size={20} />
          <span className="font-semibold">Framemill</span>
        </header>
        <main className="grow outline-none" id="page" tabIndex={-1}>
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </div>
  );
}

function Places({ title, places }: { title?: string; places: readonly Place[] }) {
  return (
    <div>
      {title && <p className="px-2.5 pb-1.5 text-xs font-medium text-faint">{title}</p>}
      <ul className="flex flex-col gap-px">
        {places.map(({ to, label, icon }) => (
          <li key={to}>
            <Link
              activeOptions={{ exact: to === '/' }}
              activeProps={{ className: 'bg-active text-text [&_svg]:text-accent' }}
              className="flex h-8 items-center gap-2.5 rounded-lg [@media(max-height:800px)]:h-7 px-2.5 font-medium transition-colors hover:bg-hover hover:text-text"
              inactiveProps={{ className: 'text-soft' }}
              to={to}
            >
              <Icon name={icon} /> {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Link in the side bar: route, visible label and icon. */
interface Place {
  to: string;
  label: string;
  icon: IconName;
}

/** Side bar links to the pages where people work on videos. */
const workPlaces: readonly Place[] = [
  { to: '/', label: 'Projects', icon: 'film' },
  { to: '/workspaces', label: 'Workspaces', icon: 'folder' },
  { to: '/renders', label: 'Renders', icon: 'layers' },
  { to: '/batches', label: 'Batches', icon: 'grid' },
];

/** Side bar links to the developer console. */
const consolePlaces: readonly Place[] = [
  { to: '/console/apps', label: 'Apps', icon: 'grid' },
  { to: '/console/keys', label: 'API keys', icon: 'key' },
  { to: '/console/oauth', label: 'OAuth', icon: 'shield' },
  { to: '/console/webhooks', label: 'Webhooks', icon: 'webhook' },
  { to: '/console/destinations', label: 'Destinations', icon: 'send' },
  { to: '/console/usage', label: 'Usage', icon: 'chart' },
  { to: '/console/requests', label: 'Requests', icon: 'list' },
  { to: '/console/bots', label: 'Bots', icon: 'bot' },
  { to: '/console/plugins', label: 'Plugins', icon: 'plug' },
  { to: '/console/organisations', label: 'Organisations', icon: 'organisation' },
];

/** Side bar links to the operator pages. The shell shows them to accounts with the role `admin` only. */
const operatorPlaces: readonly Place[] = [
  { to: '/operators/health', label: 'Health', icon: 'gauge' },
  { to: '/operators/farm', label: 'Farm', icon: 'farm' },
  { to: '/operators/queues', label: 'Queues', icon: 'queue' },
  { to: '/operators/accounts', label: 'Accounts', icon: 'person' },
  { to: '/operators/audit', label: 'Audit log', icon: 'history' },
  { to: '/operators/plans', label: 'Plans', icon: 'list' },
  { to: '/operators/quarantine', label: 'Quarantine', icon: 'warning' },
  { to: '/operators/installation', label: 'Installation', icon: 'settings' },
];

const themes: readonly { choice: ThemeChoice; label: string; icon: 'moon' | 'sun' | 'settings' }[] = [
  { choice: 'dark', label: 'Dark', icon: 'moon' },
  { choice: 'light', label: 'Light', icon: 'sun' },
  { choice: 'system', label: 'System', icon: 'settings' },
];

/** Account menu at the foot of the navigation: the user's name, theme choice, documentation link and sign-out. */
function AccountMenu() {
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

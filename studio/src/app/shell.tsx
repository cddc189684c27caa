import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { followAccount } from '../client/events.ts';
import { useAccount } from '../session/session-query.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { Waiting } from '../ui/spinner.tsx';
import { AccountMenu } from './account-menu.tsx';
import { consolePlaces, operatorPlaces, type Place, workPlaces } from './navigation.ts';

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
        Skip to the page
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

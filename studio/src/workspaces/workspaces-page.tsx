import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { amountText, sinceText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Empty, Page } from '../ui/page.tsx';
import { LoadMore } from '../ui/table.tsx';
import { NameDialog, WorkspaceMenu } from './workspace-menu.tsx';
import { workspacesQuery } from './workspace-queries.ts';

/** Page of the account's workspaces, which are folders of projects. */
export function WorkspacesPage() {
  const pages = useSuspenseInfiniteQuery(workspacesQuery);
  const [isNew, setIsNew] = useState(false);
  const workspaces = pages.data.pages.flatMap((page) => page.workspaces);
  return (
    <Page
      actions={
        <Button icon="add" onClick={() => setIsNew(true)} tone="primary">
          New workspace
        </Button>
      }
      lead="Folders for your projects. A project can be in one workspace."
      title="Workspaces"
    >
      {workspaces.length === 0 ? (
        <Empty icon="folder" title="No workspaces yet">
          Create one, then move projects into it from their menus.
        </Empty>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-4">
          {workspaces.map((workspace) => (
            <li
              className="flex items-center gap-2 rounded-xl border border-line bg-surface py-3 pr-2 pl-4 hover:border-line-strong"
              key={workspace.id}
            >
              <Icon className="text-faint" name="folder" size={20} />
              <Link className="min-w-0 grow" params={{ workspaceId: workspace.id }} to="/workspaces/$workspaceId">
                <span className="block truncate text-left font-medium" dir="auto" title={workspace.name}>
                  {workspace.name}
                </span>
                <span className="block truncate text-[13px] text-soft">
                  {amountText(workspace.projectCount, 'project')}, created {sinceText(workspace.createdAt)}
                </span>
              </Link>
              <WorkspaceMenu workspace={workspace} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore {...pages} />
      <NameDialog isOpen={isNew} onClose={() => setIsNew(false)} workspace={null} />
    </Page>
  );
}

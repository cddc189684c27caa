import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { Empty, Page } from '../ui/page.tsx';
import { LoadMore } from '../ui/table.tsx';
import { rendersQuery } from './render-queries.ts';
import { RenderTable } from './render-table.tsx';

/** Page of all renders of the account, newest first. Account events refresh it. */
export function RendersPage() {
  const pages = useSuspenseInfiniteQuery(rendersQuery());
  const renders = pages.data.pages.flatMap((page) => page.renders);
  return (
    <Page lead="All renders of your projects, newest first." title="Renders">
      {renders.length === 0 ? (
        <Empty
          action={
            <Link className={buttonClass()} to="/">
              Go to projects
            </Link>
          }
          icon="layers"
          title="No renders yet"
        >
          Open a project and render it. The file appears here.
        </Empty>
      ) : (
        <RenderTable renders={renders} />
      )}
      <LoadMore {...pages} />
    </Page>
  );
}

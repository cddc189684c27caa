import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '../ui/button.tsx';
import { sinceText } from '../ui/format.ts';
import { Empty, Page } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { rendersQuery } from './render-queries.ts';
import { RenderStatus } from './render-status.tsx';

/** All renders of the account, newest first. */
export function RendersPage() {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(rendersQuery());
  const renders = data.pages.flatMap((page) => page.renders);
  return (
    <Page lead="What the farm is making of your projects, and what it has made." title="Renders">
      {renders.length === 0 ? (
        <Empty icon="layers" title="Nothing rendered yet">
          Open a project and render it: the file appears here.
        </Empty>
      ) : (
        <Table
          columns={[
            {
              head: 'Render',
              grows: true,
              cell: ({ id }) => (
                <Link
                  className="font-mono text-[13px] hover:text-accent"
                  params={{ renderId: id }}
                  to="/renders/$renderId"
                >
                  {id}
                </Link>
              ),
            },
            { head: 'State', cell: ({ status }) => <RenderStatus status={status} /> },
            { head: 'Format', cell: ({ format, resolution }) => `${format}, ${resolution}` },
            { head: 'Begun', cell: ({ createdAt }) => sinceText(createdAt) },
          ]}
          keyOf={({ id }) => id}
          label="Renders"
          rows={renders}
        />
      )}
      {hasNextPage && (
        <div className="mt-6 flex justify-center">
          <Button isBusy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Page>
  );
}

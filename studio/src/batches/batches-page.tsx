import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ProjectName, ProjectThumbnail } from '../renders/render-table.tsx';
import { Button } from '../ui/button.tsx';
import { countText, sinceText } from '../ui/format.ts';
import { Empty, Page } from '../ui/page.tsx';
import { LoadMore, Table } from '../ui/table.tsx';
import { batchesQuery } from './batch-queries.ts';
import { BatchState } from './batch-status.tsx';
import { NewBatchDialog } from './new-batch-dialog.tsx';

/** Page of all batches of the account, newest first. Account events refresh it. */
export function BatchesPage() {
  const pages = useSuspenseInfiniteQuery(batchesQuery);
  const batches = pages.data.pages.flatMap((page) => page.batches);
  const [isNew, setIsNew] = useState(false);
  return (
    <Page
      actions={
        <Button icon="add" onClick={() => setIsNew(true)} tone="primary">
          New batch
        </Button>
      }
      lead="Render many videos from one project, one for each row of a table. Shared parts are rendered once."
      title="Batches"
    >
      {batches.length === 0 ? (
        <Empty icon="grid" title="No batches yet">
          Write {'{{name}}'} in a text of a project, then upload a table with a column of names.
        </Empty>
      ) : (
        <Table
          columns={[
            {
              head: 'Batch',
              grows: true,
              cell: ({ id, name, projectId }) => (
                <span className="flex items-center gap-3">
                  <ProjectThumbnail id={projectId} />
                  <Link
                    className="truncate font-medium hover:text-accent"
                    params={{ batchId: id }}
                    to="/batches/$batchId"
                  >
                    {name || <ProjectName id={projectId} />}
                  </Link>
                </span>
              ),
            },
            { head: 'Status', cell: (batch) => <BatchState batch={batch} /> },
            { head: 'Videos', align: 'right', cell: ({ total }) => countText(total) },
            { head: 'Reused', align: 'right', cell: ({ segments }) => sharedText(segments) },
            { head: 'Started', cell: ({ createdAt }) => sinceText(createdAt) },
          ]}
          keyOf={({ id }) => id}
          label="Batches"
          rows={batches}
        />
      )}
      <LoadMore {...pages} />
      {isNew && <NewBatchDialog onClose={() => setIsNew(false)} />}
    </Page>
  );
}

/**
 * Returns the percentage of segments that were reused from another video or an earlier render. Returns an empty string
 * while `total` is 0.
 */
export function sharedText({ total, reused }: { total: number; reused: number }): string {
  return total === 0 ? '' : `${Math.round((100 * reused) / total)}%`;
}

import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { Empty, Page } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';

const appsQuery = queryOptions({
  queryKey: ['console', 'apps'],
  queryFn: async () => (await answerOf(api.GET('/api/developer/apps'))).apps,
});

/** The account's apps and how far their review is. */
export function AppsPage() {
  const { data: apps } = useSuspenseQuery(appsQuery);
  return (
    <Page lead="An app is a program of yours: it has keys, and people may let it into their accounts." title="Apps">
      {apps.length === 0 ? (
        <Empty icon="grid" title="No apps yet" />
      ) : (
        <Table
          columns={[{ head: 'Name', grows: true, cell: ({ name }) => name }]}
          keyOf={({ id }) => id}
          label="Apps"
          rows={apps}
        />
      )}
    </Page>
  );
}

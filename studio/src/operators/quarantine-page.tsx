import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { Button } from '../ui/button.tsx';
import { amountText, momentText } from '../ui/format.ts';
import { Empty, Page } from '../ui/page.tsx';
import { notify } from '../ui/toast.tsx';
import { OPERATORS, quarantineQuery } from './operator-queries.ts';

/**
 * Page of quarantined media: files that crashed the processes reading them. The service refuses renders that use them.
 */
export function QuarantinePage() {
  const { data: media } = useSuspenseQuery(quarantineQuery);
  const client = useQueryClient();
  const release = useMutation({
    mutationFn: (body: { accountId: string; mediaSha256: string }) =>
      answerOf(api.POST('/api/studio/operators/quarantine/release', { body })),
    async onSuccess() {
      notify.good('File released');
      await client.invalidateQueries({ queryKey: [OPERATORS, 'quarantine'] });
    },
  });
  return (
    <Page lead="Files that crashed several nodes. Renders cannot use them until they are released." title="Quarantine">
      {media.length === 0 ? (
        <Empty icon="shield" title="No files in quarantine" />
      ) : (
        <ul className="flex flex-col gap-3">
          {media.map(({ accountId, mediaSha256, name, failures, error, renderId, quarantinedAt }) => (
            <li className="rounded-2xl border border-line bg-surface p-5" key={`${accountId} ${mediaSha256}`}>
              <div className="flex items-start gap-3">
                <div className="min-w-0 grow">
                  <p className="truncate font-medium">{name ?? 'Segment or deleted file'}</p>
                  <p className="truncate font-mono text-xs text-faint">{mediaSha256}</p>
                </div>
                <Button onClick={() => release.mutate({ accountId, mediaSha256 })} size="small">
                  Release
                </Button>
              </div>
              <p className="mt-3 text-[13px] text-bad">{error}</p>
              <p className="mt-1 text-[13px] text-soft">
                {amountText(failures, 'failure')}, last in {renderId ?? 'the check after the upload'}; account{' '}
                {accountId}; since {momentText(quarantinedAt)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

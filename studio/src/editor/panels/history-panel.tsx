import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';
import { answerOf, sentenceOf } from '../../client/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { momentText, sinceText } from '../../ui/format.ts';
import { titleOf } from '../../ui/labels.ts';
import { notify } from '../../ui/toast.tsx';
import { httpService } from '../model/http-service.ts';
import { useActions, useEditor } from '../model/use-editor.ts';
import { authorColor, usePresence } from '../presence/presence-store.ts';

const DOORS: Record<string, string> = {
  ...{
    editor: 'in the editor',
    api: 'with the API',
    mcp: 'by an assistant (MCP)',
    planner: 'with the assistant',
    bot: 'with a bot',
  },
};

/** History panel: all changes of the project with author and time. Any revision can be displayed and restored. */
export function HistoryPanel() {
  const projectId = useEditor((state) => state.projectId);
  const rev = useEditor((state) => state.sync.rev);
  const lookedAtRev = useEditor((state) => state.lookedAtRev);
  const arrival = usePresence(({ change }) => change);
  const actions = useActions();
  const { data, error, fetchNextPage, hasNextPage } = useInfiniteQuery({
    queryKey: ['history', projectId, rev],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: before }) =>
      answerOf(
        api.GET('/v1/projects/{id}/history', {
          params: { path: { id: projectId }, query: { limit: 50, ...(before === undefined ? {} : { before }) } },
        }),
      ),
    getNextPageParam: ({ nextBefore }) => nextBefore ?? undefined,
    placeholderData: (before) => before,
  });
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];

  async function lookAt(at: number) {
    try {
      const { document } = await httpService(projectId).read(at);
      actions.lookAt(at, document);
    } catch (problem) {
      notify.bad(sentenceOf(problem));
    }
  }

  return (
    <div className="flex flex-col p-2">
      {error && <p className="p-2 text-bad">{sentenceOf(error)}</p>}
      {entries.length === 0 && !error && <p className="p-2 text-soft">No changes yet.</p>}
      <ol className="flex flex-col">
        {entries.map((entry) => (
          <li
            className={`group rounded-lg px-2 py-1.5 ${lookedAtRev === entry.rev ? 'bg-accent-soft' : 'hover:bg-hover'}`}
            key={entry.rev}
            // A change that has just arrived has the colour of who made it, as on the timeline.
            style={arrival?.rev === entry.rev ? { boxShadow: `inset 3px 0 ${authorColor(arrival)}` } : {}}
          >
            <div className="flex items-baseline gap-2">
              <span className="min-w-0 grow truncate font-medium">{whatOf(entry)}</span>
              <span className="text-xs text-faint tabular-nums">{entry.rev}</span>
            </div>
            <p className="text-[13px] text-soft" title={momentText(entry.at)}>
              {entry.author.name} {DOORS[entry.author.via] ?? ''}, {sinceText(entry.at)}
            </p>
            {entry.rev !== rev && (
              <div className="mt-1 hidden gap-1.5 group-focus-within:flex group-hover:flex">
                {lookedAtRev === entry.rev ? (
                  <Button onClick={() => actions.lookAt(null)} size="small">
                    Back to latest
                  </Button>
                ) : (
                  <Button onClick={() => lookAt(entry.rev)} size="small">
                    Preview
                  </Button>
                )}
                <Button onClick={() => actions.restore(entry.rev)} size="small">
                  Restore
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button className="m-2" onClick={() => fetchNextPage()} size="small">
          Show older changes
        </Button>
      )}
    </div>
  );
}

function whatOf(entry: {
  ops: string[];
  commandCount: number;
  undoes: number | null;
  restores: number | null;
}): string {
  if (entry.undoes !== null) return `Undid version ${entry.undoes}`;
  if (entry.restores !== null) return `Restored version ${entry.restores}`;
  const [first = 'Change'] = entry.ops;
  const title = titleOf(first);
  return entry.commandCount > 1 ? `${title} and ${entry.commandCount - 1} more` : title;
}

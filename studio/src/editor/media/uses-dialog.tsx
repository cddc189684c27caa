import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { clipTitle } from '../model/editor-store.ts';
import type { MediaRecord } from '../model/media.ts';
import { useActions, useEditor } from '../model/use-editor.ts';
import { timecode } from '../stage/timecode.ts';
import { usesOf } from './media-uses.ts';
import { projectsUsing } from './projects-using.ts';

/**
 * Dialog that lists the uses of a file: clips of this project, with links to them, and other projects. It is closed
 * when `record` is null.
 */
export function UsesDialog({ record, onClose }: { record: MediaRecord | null; onClose(): void }) {
  return (
    <Dialog isOpen={record !== null} onClose={onClose} title={record ? `Where ${record.name} is used` : ''}>
      {record && <Uses onClose={onClose} record={record} />}
    </Dialog>
  );
}

const USE_NAMES: Record<string, string> = { clip: 'shown or heard', mask: 'mask', lut: 'look', font: 'font' };

function Uses({ record, onClose }: { record: MediaRecord; onClose(): void }) {
  const document = useEditor((state) => state.document);
  const projectId = useEditor((state) => state.projectId);
  const actions = useActions();
  const uses = usesOf(document, record);
  const others = useQuery({
    queryKey: ['media-uses', record.id],
    queryFn: () => projectsUsing(record),
  });
  const elsewhere = others.data?.projects.filter(({ id }) => id !== projectId) ?? [];
  return (
    <>
      <ul aria-label="Clips" className="flex flex-col gap-1">
        {uses.map(({ clip, uses: whats }) => (
          <li key={clip.id}>
            <button
              className="flex w-full items-center gap-3 rounded-lg px-2 py-1.5 text-left hover:bg-hover"
              onClick={() => {
                actions.select([clip.id]);
                actions.seek(clip.start);
                onClose();
              }}
              type="button"
            >
              <span className="font-mono text-[13px] text-soft">{timecode(clip.start, document.settings.fps)}</span>
              <span className="min-w-0 grow truncate">{clipTitle(clip)}</span>
              <span className="text-[13px] text-faint">{whats.map((use) => USE_NAMES[use] ?? use).join(', ')}</span>
            </button>
          </li>
        ))}
      </ul>
      {uses.length === 0 && <p className="text-soft">No clip of this project uses it.</p>}
      <h3 className="mt-4 mb-1 font-semibold">Other projects</h3>
      {others.isPending && <Spinner />}
      {others.isError && (
        <Button onClick={() => others.refetch()} size="small">
          Ask again
        </Button>
      )}
      {others.isSuccess && elsewhere.length === 0 && <p className="text-soft">None{others.data.isCut && ' so far'}.</p>}
      <ul className="flex flex-col">
        {elsewhere.map(({ id, name }) => (
          <li key={id}>
            <Link
              className="block rounded-lg px-2 py-1.5 hover:bg-hover"
              params={{ projectId: id }}
              to="/projects/$projectId/edit"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
      {others.data?.isCut && <p className="mt-2 text-[13px] text-faint">The newest 100 projects were looked at.</p>}
    </>
  );
}

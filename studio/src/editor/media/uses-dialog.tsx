import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { access } from '../../client/access.ts';
import { api } from '../../client/api.ts';
import { answerOf } from '../../client/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { amountText, timecode } from '../../ui/format.ts';
import { Spinner } from '../../ui/indicators.tsx';
import { clipTitle } from '../model/editor-store.ts';
import type { MediaRecord } from '../model/media.ts';
import { useActions, useEditor } from '../model/use-editor.ts';
import { replaceEverywhere, usesOf } from './media-uses.ts';

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

const USE_NAMES: Record<string, string> = { clip: 'Clip', mask: 'Mask', lut: 'LUT', font: 'Font' };

function Uses({ record, onClose }: { record: MediaRecord; onClose(): void }) {
  const document = useEditor((state) => state.document);
  const projectId = useEditor((state) => state.projectId);
  const actions = useActions();
  const uses = usesOf(document, record);
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
      {uses.length === 0 && <p className="text-soft">No clips in this project use this file.</p>}
      {access().isStudio && <OtherUses projectId={projectId} record={record} />}
    </>
  );
}

/** List of the other projects that use a file. */
function OtherUses({ record, projectId }: { record: MediaRecord; projectId: string }) {
  const others = useQuery({
    queryKey: ['media-uses', record.id],
    queryFn: () => projectsUsing(record),
  });
  const elsewhere = others.data?.projects.filter(({ id }) => id !== projectId) ?? [];
  return (
    <>
      <h3 className="mt-4 mb-1 font-semibold">Other projects</h3>
      {others.isPending && <Spinner />}
      {others.isError && (
        <Button onClick={() => others.refetch()} size="small">
          Try again
        </Button>
      )}
      {others.isSuccess && elsewhere.length === 0 && (
        <p className="text-soft">Not used in other projects{others.data.isCut && ' so far'}.</p>
      )}
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
      {others.data?.isCut && <p className="mt-2 text-[13px] text-faint">Only the newest 100 projects were searched.</p>}
    </>
  );
}

/** Maximum number of projects that are searched. */
const MOST_PROJECTS = 100;

/**
 * Returns the projects whose clips use a file as their own source, newest first. `isCut`: older projects exist that
 * were not searched.
 */
async function projectsUsing({
  id,
  url,
}: Pick<MediaRecord, 'id' | 'url'>): Promise<{ projects: { id: string; name: string }[]; isCut: boolean }> {
  const projects: { id: string; name: string }[] = [];
  let cursor: string | undefined;
  let seen = 0;
  do {
    const query = { limit: 50, view: 'clips' as const, ...(cursor === undefined ? {} : { cursor }) };
    const page = await answerOf(api.GET('/v1/projects', { params: { query } }));
    seen += page.projects.length;
    for (const { clips = [], ...project } of page.projects) {
      if (clips.some(({ src }) => src === id || src === url)) projects.push({ id: project.id, name: project.name });
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && seen < MOST_PROJECTS);
  return { projects, isCut: cursor !== undefined };
}

/** Dialog that replaces a file everywhere in the project, as one undo step. It is closed when `record` is null. */
export function ReplaceDialog({ record, onClose }: { record: MediaRecord | null; onClose(): void }) {
  return (
    <Dialog
      isOpen={record !== null}
      lead="Position, timing, motion and effects of the clips are kept."
      onClose={onClose}
      title={record ? `Replace ${record.name} everywhere` : ''}
    >
      {record && <ReplaceForm onClose={onClose} record={record} />}
    </Dialog>
  );
}

/** Media kinds that can replace each other. */
const IMAGES: ReadonlySet<string | null> = new Set(['video', 'animation', 'image']);

function ReplaceForm({ record, onClose }: { record: MediaRecord; onClose(): void }) {
  const media = useEditor((state) => state.media);
  const document = useEditor((state) => state.document);
  const actions = useActions();
  const fitting = media.filter(
    ({ id, kind, status }) =>
      id !== record.id && status === 'READY' && (kind === record.kind || (IMAGES.has(kind) && IMAGES.has(record.kind))),
  );
  const [chosen, setChosen] = useState(fitting[0]?.id ?? '');
  const count = usesOf(document, record).length;
  const other = fitting.find(({ id }) => id === chosen);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (
          other &&
          actions.run(`Replace ${record.name} with ${other.name}`, replaceEverywhere(document, record, other.id))
        )
          onClose();
      }}
    >
      {fitting.length === 0 ? (
        <p className="text-soft">No other files of this type. Upload one first.</p>
      ) : (
        <SelectField label="Replace with" onChange={({ target }) => setChosen(target.value)} value={chosen}>
          {fitting.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <DialogActions>
        <Button onClick={onClose} tone="quiet">
          Cancel
        </Button>
        <Button disabled={!other} tone="primary" type="submit">
          Replace in {amountText(count, 'clip')}
        </Button>
      </DialogActions>
    </form>
  );
}

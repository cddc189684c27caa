import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { access } from '../client/access.ts';
import { sentenceOf } from '../client/api-error.ts';
import { storage } from '../client/storage.ts';
import { useSession } from '../session/session.ts';
import { Waiting } from '../ui/indicators.tsx';
import { commentsKey } from './comments/use-comments.ts';
import { EditorFrame } from './editor-frame.tsx';
import { type Editor, openEditor } from './model/editor-store.ts';
import { followProject, type ProjectNews } from './model/follow-project.ts';
import { httpService } from './model/http-service.ts';
import { readMedia } from './model/media.ts';
import { openStepStore } from './model/undo-steps.ts';
import { EditorContext, useEditor } from './model/use-editor.ts';
import { PhoneFrame } from './phone-frame.tsx';
import { takeWindow } from './presence/presence-store.ts';
import { sharePresence } from './presence/share-presence.ts';
import { openUnsentJournal } from './sync/unsent-journal.ts';
import { usePageTools } from './webmcp.ts';

/** Receiver of what happens in an editor. */
export interface EditorObserver {
  /** Called once the project is open. Returns a function that is called when it is closed. */
  opened(editor: Editor): () => void;
  /** Called with a sentence when the project cannot be opened. */
  failed(message: string): void;
  /** Called with the record of a render of the project that has changed. */
  render: ProjectNews['render'];
}

interface ProjectEditorProps {
  projectId: string;
  /** Id of the account, or of another owner of the unsent edits that the browser stores. */
  ownerId: string;
  /** Initial time of the playhead in seconds, and id of the initially selected clip. */
  opening?: { at?: number; clip?: string };
  observer?: EditorObserver;
}

type Opened = Awaited<ReturnType<typeof readProject>>;

async function readProject(projectId: string) {
  const [project, media] = await Promise.all([httpService(projectId).read(), readMedia()]);
  return { ...project, media };
}

/** Project that is loaded before its editor is shown. */
let preloaded: { readonly projectId: string; readonly opened: Promise<Opened> } | null = null;

/** Begins to load a project. The next editor of this project uses the result, or loads it again after a failure. */
export function preloadProject(projectId: string): void {
  const opened = readProject(projectId);
  opened.catch(() => undefined);
  preloaded = { projectId, opened };
}

function openProject(projectId: string): Promise<Opened> {
  const before = preloaded;
  preloaded = null;
  return before?.projectId === projectId ? before.opened.catch(() => readProject(projectId)) : readProject(projectId);
}

/** Loads a project and shows its editor. */
export function ProjectEditor(props: ProjectEditorProps) {
  const { projectId, observer } = props;
  const { data, error } = useQuery({
    queryKey: ['editor', projectId],
    queryFn: () => openProject(projectId),
    // The editor itself keeps the data up to date.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const problem = error ? sentenceOf(error) : null;
  useEffect(() => {
    if (problem !== null) observer?.failed(problem);
  }, [problem, observer]);
  if (problem !== null) {
    return (
      <main className="p-10">
        <h1 className="mb-2 text-lg font-semibold">This project could not be opened</h1>
        <p className="text-soft">{problem}</p>
      </main>
    );
  }
  if (!data) return <Waiting what="Loading project" />;
  return <OpenProject {...props} key={projectId} opened={data} />;
}

function OpenProject({ projectId, ownerId, opening, observer, opened }: ProjectEditorProps & { opened: Opened }) {
  const [editor, setEditor] = useState<Editor | null>(null);
  const queries = useQueryClient();
  const hasEnded = useSession((state) => state.hasEnded);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `opened` and `opening` are only the initial state
  useEffect(() => {
    const journal = openUnsentJournal(storage, ownerId, projectId, crypto.randomUUID());
    const steps = openStepStore(storage, ownerId, projectId);
    const signedOut = () => useSession.getState().ended();
    const made = openEditor({ projectId, ...opened, journal, steps, isReadOnly: !access().mayEdit, signedOut });
    const { at, clip } = opening ?? {};
    if (clip !== undefined && opened.document.clips.some(({ id }) => id === clip)) made.actions.select([clip]);
    if (at !== undefined) made.actions.seek(at);
    setEditor(made);
    const readComments = () => void queries.invalidateQueries({ queryKey: commentsKey(projectId) });
    const ask = () => {
      readComments();
      httpService(projectId)
        .since(made.sync.state().rev)
        .then(
          ({ rev }) => made.sync.noteRev(rev),
          () => undefined,
        );
    };
    const presence = access().isStudio ? sharePresence(made) : null;
    const stop = followProject(
      projectId,
      {
        rev: made.sync.noteRev,
        change: (entry) => {
          const { recent } = made.store.getState();
          if (!recent.some(({ batchId }) => batchId === entry.batchId)) presence?.noteChange(entry);
          made.sync.take([entry]);
        },
        presence: (window) => {
          if (presence && window.windowId !== presence.windowId) takeWindow(window);
        },
        media: () => void refresh(made),
        comment: readComments,
        render: (record) => observer?.render(record),
        signedOut,
      },
      ask,
    );
    const closed = observer?.opened(made);
    const online = () => made.sync.wake();
    addEventListener('online', online);
    return () => {
      removeEventListener('online', online);
      presence?.stop();
      stop();
      closed?.();
      made.close();
    };
  }, [projectId, ownerId, observer, queries]);

  useEffect(() => {
    if (!hasEnded) editor?.sync.wake();
  }, [hasEnded, editor]);

  // The tools reach the whole account.
  usePageTools(access().isStudio ? editor : null);

  const refresh = useCallback(async (of: Editor) => of.actions.setMedia(await readMedia()), []);
  const refreshMedia = useCallback(async () => {
    if (editor) await refresh(editor);
    await queries.invalidateQueries({ queryKey: ['media'] });
  }, [editor, queries, refresh]);

  const isNarrow = useIsNarrow();
  const [isWhole, setIsWhole] = useState(false);
  if (!editor) return <Waiting what="Loading project" />;
  return (
    <EditorContext.Provider value={editor}>
      <WindowTitle />
      {isNarrow && !isWhole && access().isStudio ? (
        <PhoneFrame onEdit={() => setIsWhole(true)} />
      ) : (
        <EditorFrame refreshMedia={refreshMedia} />
      )}
    </EditorContext.Provider>
  );
}

/** Title of the window: the project's name, also after it was changed. */
function WindowTitle() {
  const name = useEditor((state) => state.document.settings.name);
  return <title>{`${name || 'Untitled'} - Framemill Studio`}</title>;
}

const narrow = matchMedia('(max-width: 599px)');

function onNarrowChange(changed: () => void): () => void {
  narrow.addEventListener('change', changed);
  return () => narrow.removeEventListener('change', changed);
}

/** Returns whether the window is as narrow as that of a phone. */
function useIsNarrow(): boolean {
  return useSyncExternalStore(onNarrowChange, () => narrow.matches);
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { sentenceOf } from '../client/api-error.ts';
import { useAccount, useSession } from '../session/session.ts';
import { Waiting } from '../ui/indicators.tsx';
import { EditorFrame } from './editor-frame.tsx';
import { type Editor, openEditor } from './model/editor-store.ts';
import { followProject } from './model/follow-project.ts';
import { httpService } from './model/http-service.ts';
import { readMedia } from './model/media.ts';
import { EditorContext } from './model/use-editor.ts';
import { openUnsentJournal } from './sync/unsent-journal.ts';
import { usePageTools } from './webmcp.ts';

/** Editor page of one project. It is shown without the application's `Shell`. */
export function EditorPage() {
  const { projectId } = useParams({ from: '/projects/$projectId/edit' });
  const { id: accountId } = useAccount();
  const { data, error } = useQuery({
    queryKey: ['editor', projectId],
    queryFn: async () => {
      const [project, media] = await Promise.all([httpService(projectId).read(), readMedia()]);
      return { ...project, media };
    },
    // The editor itself keeps the data up to date.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (error) {
    return (
      <main className="p-10">
        <h1 className="mb-2 text-lg font-semibold">This project could not be opened</h1>
        <p className="text-soft">{sentenceOf(error)}</p>
      </main>
    );
  }
  if (!data) return <Waiting what="Loading project" />;
  return <OpenProject accountId={accountId} key={projectId} opened={data} projectId={projectId} />;
}

type Opened = Awaited<ReturnType<ReturnType<typeof httpService>['read']>> & {
  media: Awaited<ReturnType<typeof readMedia>>;
};

function OpenProject({ projectId, accountId, opened }: { projectId: string; accountId: string; opened: Opened }) {
  const [editor, setEditor] = useState<Editor | null>(null);
  const hasEnded = useSession((state) => state.hasEnded);
  const { at, clip } = useSearch({ from: '/projects/$projectId/edit' });
  const queries = useQueryClient();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `opened` is only the initial state
  useEffect(() => {
    const journal = openUnsentJournal(localStorage, accountId, projectId, crypto.randomUUID());
    const made = openEditor({ projectId, ...opened, journal, signedOut: () => useSession.getState().ended() });
    if (clip !== undefined && opened.document.clips.some(({ id }) => id === clip)) made.actions.select([clip]);
    if (at !== undefined) made.actions.seek(at);
    setEditor(made);
    const ask = () => {
      httpService(projectId)
        .since(made.sync.state().rev)
        .then(
          ({ rev }) => made.sync.noteRev(rev),
          () => undefined,
        );
    };
    const stop = followProject(
      projectId,
      {
        rev: made.sync.noteRev,
        change: (entry) => made.sync.take([entry]),
        media: () => void refresh(made),
        signedOut: () => useSession.getState().ended(),
      },
      ask,
    );
    const online = () => made.sync.wake();
    addEventListener('online', online);
    return () => {
      removeEventListener('online', online);
      stop();
      made.close();
    };
  }, [projectId, accountId]);

  useEffect(() => {
    if (!hasEnded) editor?.sync.wake();
  }, [hasEnded, editor]);

  usePageTools(editor);

  const name = opened.document.settings.name;
  useEffect(() => {
    document.title = `${name || 'Untitled'} - Framemill Studio`;
  }, [name]);

  const refresh = useCallback(async (of: Editor) => of.actions.setMedia(await readMedia()), []);
  const refreshMedia = useCallback(async () => {
    if (editor) await refresh(editor);
    await queries.invalidateQueries({ queryKey: ['media'] });
  }, [editor, queries, refresh]);

  if (!editor) return <Waiting what="Loading project" />;
  return (
    <EditorContext.Provider value={editor}>
      <EditorFrame refreshMedia={refreshMedia} />
    </EditorContext.Provider>
  );
}

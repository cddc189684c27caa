import { type ReactNode, useEffect, useMemo } from 'react';
import type { Editor } from '../editor/model/editor-store.ts';
import { type EditorObserver, ProjectEditor } from '../editor/project-editor.tsx';
import { useSession } from '../session/session.ts';
import type { HostPage } from './host-page.ts';
import type { EmbedSession } from './session-access.ts';

/** Editor of an embed session. Reports to the page that shows it. */
export function EmbeddedEditor({ session: { id, projectId }, host }: { session: EmbedSession; host: HostPage }) {
  const hasEnded = useSession((state) => state.hasEnded);
  const observer = useMemo<EditorObserver>(
    () => ({
      opened: (editor) => followSaved(editor, host),
      failed: (message) => host.send({ framemill: 'error', code: 'not_loaded', message }),
      render: ({ id: renderId, status }) => host.send({ framemill: 'render', renderId, status }),
    }),
    [host],
  );
  useEffect(() => {
    if (hasEnded) host.send({ framemill: 'error', code: 'session_ended', message: ENDED });
  }, [hasEnded, host]);
  return (
    <>
      <ProjectEditor observer={observer} ownerId={id} projectId={projectId} />
      {hasEnded && (
        <div className="fixed inset-0 z-50 bg-bg/90">
          <Notice title="Session ended">{ENDED}</Notice>
        </div>
      )}
    </>
  );
}

const ENDED = 'The session of this editor has ended. Reload the page to continue.';

/** Reports the saved revision of a project, when it is opened and at each change. Returns a function that stops it. */
function followSaved({ store }: Editor, host: HostPage): () => void {
  const { projectId, sync } = store.getState();
  host.send({ framemill: 'ready', projectId, rev: sync.rev });
  return store.subscribe(({ sync: { rev } }, before) => {
    if (rev !== before.sync.rev) host.send({ framemill: 'change', rev });
  });
}

/** Text in place of the editor. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-screen place-items-center p-6 text-center" role="alert">
      <div>
        <h1 className="mb-1 text-lg font-semibold">{title}</h1>
        <p className="max-w-md text-soft">{children}</p>
      </div>
    </main>
  );
}

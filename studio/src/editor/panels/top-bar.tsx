import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { access } from '../../client/access.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Badge, Spinner } from '../../ui/indicators.tsx';
import { notify } from '../../ui/toast.tsx';
import { useActions, useEditor } from '../model/use-editor.ts';
import { PresenceBar } from '../presence/presence-marks.tsx';

/** Top bar of the editor: project name, save state, command palette, keyboard help and the render button. */
export function TopBar({
  openPalette,
  openHelp,
  openRender,
  openShare,
}: {
  openPalette(): void;
  openHelp(): void;
  openRender(): void;
  openShare(): void;
}) {
  const name = useEditor((state) => state.document.settings.name);
  const projectId = useEditor((state) => state.projectId);
  const lookedAtRev = useEditor((state) => state.lookedAtRev);
  const actions = useActions();
  const { isStudio, mayEdit, mayRender, close } = access();
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-2">
      {close === null ? (
        <Link
          aria-label="Back to project"
          className="flex size-8 items-center justify-center rounded-lg text-soft hover:bg-hover"
          params={{ projectId }}
          to="/projects/$projectId"
        >
          <Icon name="arrowLeft" />
        </Link>
      ) : (
        <CloseButton close={close} />
      )}
      <h1 className="min-w-0 truncate font-semibold" dir="auto" title={name}>
        {name || 'Untitled'}
      </h1>
      {mayEdit ? <SaveState /> : <Badge>View only</Badge>}
      {lookedAtRev !== null && (
        <span className="flex items-center gap-2 rounded-lg bg-accent-soft py-1 pr-1 pl-3 text-[13px]">
          Version {lookedAtRev}
          <Button onClick={() => actions.lookAt(null)} size="small" tone="quiet">
            Back to latest
          </Button>
        </span>
      )}
      {isStudio && <PresenceBar />}
      <span className="grow" />
      {mayEdit && (
        <>
          <Button icon="search" onClick={openPalette} size="small">
            Commands <kbd className="font-mono text-xs text-faint">Ctrl K</kbd>
          </Button>
          <IconButton icon="help" keys="?" label="Keyboard shortcuts" onClick={openHelp} />
        </>
      )}
      {isStudio && (
        <Button icon="link" onClick={openShare} size="small">
          Share for review
        </Button>
      )}
      {mayRender && (
        <Button icon="film" onClick={openRender} size="small" tone="primary">
          Render
        </Button>
      )}
    </header>
  );
}

/** Button that closes the editor. While edits are not saved, only the second press closes it. */
function CloseButton({ close }: { close(): void }) {
  const unsent = useEditor((state) => state.sync.pending.length);
  const [isAsked, setIsAsked] = useState(false);
  return (
    <IconButton
      icon="close"
      label="Close editor"
      onClick={() => {
        if (unsent === 0 || isAsked) return close();
        setIsAsked(true);
        notify.bad('Some edits are not saved yet. Close again to discard them.');
      }}
    />
  );
}

function SaveState() {
  const connection = useEditor((state) => state.connection);
  const unsent = useEditor((state) => state.sync.pending.length);
  const rev = useEditor((state) => state.sync.rev);
  const text = {
    saved: 'Saved',
    saving: 'Saving…',
    offline: `Offline, ${unsent} unsaved`,
    'signed-out': `Signed out, ${unsent} unsaved`,
  }[connection];
  const isBad = connection === 'offline' || connection === 'signed-out';
  return (
    <span
      aria-live="polite"
      className={`flex items-center gap-1.5 text-[13px] ${isBad ? 'text-warn' : 'text-faint'}`}
      data-connection={connection}
      data-rev={rev}
      data-testid="save-state"
    >
      {connection === 'saving' ? (
        <Spinner className="size-3.5" />
      ) : (
        <Icon name={isBad ? 'warning' : 'check'} size={14} />
      )}
      {text}
    </span>
  );
}

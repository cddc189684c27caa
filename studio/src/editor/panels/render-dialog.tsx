import { durationSec, listVariables } from '@framemill/timeline';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { access } from '../../client/access.ts';
import { api } from '../../client/api.ts';
import { answerOf, sentenceOf } from '../../client/api-error.ts';
import { FailureCard } from '../../renders/failure-card.tsx';
import { startAgain } from '../../renders/render-choice.ts';
import { RenderForm } from '../../renders/render-form.tsx';
import { RenderOutputs } from '../../renders/render-outputs.tsx';
import { isActive, type RenderRecord, watchedRenderQuery } from '../../renders/render-queries.ts';
import { RenderProgress, stageText } from '../../renders/render-status.tsx';
import { hasFilm, RenderedFilm } from '../../renders/rendered-film.tsx';
import { SegmentMap } from '../../renders/segment-map.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Waiting } from '../../ui/indicators.tsx';
import { useEditor, useReadEditor } from '../model/use-editor.ts';
import { useValuesOf } from '../model/variable-values.ts';
import { DraftStatus, draftRefusal, useDrafts } from './draft-export.tsx';

/**
 * Render dialog: render options, then progress by segment and node, the stream of the finished part, and the download;
 * or the progress and the file of a draft.
 */
export function RenderDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const projectId = useEditor((state) => state.projectId);
  const isUnsaved = useEditor((state) => state.sync.pending.length > 0);
  const rev = useEditor((state) => state.sync.rev);
  const document = useEditor((state) => state.sync.document);
  const read = useReadEditor();
  const media = useEditor((state) => state.media);
  const values = useValuesOf(projectId);
  const variables = useMemo(() => (isOpen ? listVariables(document) : []), [isOpen, document]);
  // Kept while the dialog is closed, because the render continues.
  const [renderId, setRenderId] = useState<string | null>(null);
  const drafts = useDrafts(media);
  const { draft } = drafts;
  return (
    <Dialog
      isOpen={isOpen}
      lead="You can keep editing while the video renders."
      onClose={onClose}
      title="Render"
      width={renderId === null ? 'normal' : 'wide'}
    >
      {isOpen && draft && <DraftStatus draft={draft} drafts={drafts} onClose={onClose} />}
      {isOpen &&
        !draft &&
        (renderId === null ? (
          <RenderForm
            action="Start render"
            {...(access().isStudio
              ? {
                  draft: {
                    refusal: (choice) => draftRefusal(document, choice),
                    start: (choice, given) => void drafts.start(document, choice, given),
                  },
                }
              : {})}
            firstValues={values}
            media={media}
            onCancel={onClose}
            onStarted={setRenderId}
            projectId={projectId}
            size={document.settings}
            thumbnails={
              access().isStudio
                ? { rev, durationSec: durationSec(document), fps: document.settings.fps, firstSec: read().playheadSec }
                : undefined
            }
            variables={variables}
            waitsFor={document.clips.length === 0 ? 'Add a clip first.' : isUnsaved ? 'Saving your last edits…' : null}
          />
        ) : (
          <WatchedRender
            again={() => setRenderId(null)}
            onClose={onClose}
            renderId={renderId}
            restarted={setRenderId}
          />
        ))}
    </Dialog>
  );
}

interface WatchedRenderProps {
  renderId: string;
  onClose(): void;
  /** Shows the form for the render options again. */
  again(): void;
  /** Called with the id of the render that was started to replace this one. */
  restarted(renderId: string): void;
}

function WatchedRender({ renderId, onClose, again, restarted }: WatchedRenderProps) {
  const { data, error } = useQuery(watchedRenderQuery(renderId));
  if (!data) return error ? <p className="text-bad">{sentenceOf(error)}</p> : <Waiting what="Loading render" />;
  const { render, map } = data;
  return (
    <div className="flex flex-col gap-4">
      <section aria-label="Render status">
        <h3 className="mb-2 font-semibold">{stageText(render)}</h3>
        <RenderProgress render={render} />
        {access().isStudio && <SegmentMap segments={map.segments} />}
      </section>
      {hasFilm(render) && (
        <div className="[&_img]:max-h-64 [&_video]:max-h-64">
          <RenderedFilm render={render} />
        </div>
      )}
      <RenderOutputs render={render} />
      <FailureCard map={map} render={render} />
      <RenderButtons again={again} onClose={onClose} render={render} restarted={restarted} />
    </div>
  );
}

function RenderButtons({
  render,
  onClose,
  again,
  restarted,
}: Omit<WatchedRenderProps, 'renderId'> & { render: RenderRecord }) {
  const { id, url, status } = render;
  const { isStudio } = access();
  const cancel = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/renders/{id}/cancel', { params: { path: { id } } })),
  });
  const retry = useMutation({
    mutationFn: () => startAgain(render),
    onSuccess: (next) => restarted(next.id),
  });
  const isOver = !isActive(render);
  return (
    <DialogActions>
      {isStudio && (
        <Link className={`${buttonClass('quiet')} mr-auto`} params={{ renderId: id }} to="/renders/$renderId">
          <Icon name="external" /> Open render
        </Link>
      )}
      <Button onClick={onClose} tone="quiet">
        {isOver ? 'Close' : 'Keep editing'}
      </Button>
      {!isOver && (
        <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()} tone="danger">
          Cancel render
        </Button>
      )}
      {isOver && (
        <Button onClick={again} tone="quiet">
          New render
        </Button>
      )}
      {isStudio && isOver && status !== 'COMPLETED' && (
        <Button icon="refresh" isBusy={retry.isPending} onClick={() => retry.mutate()} tone="primary">
          Try again
        </Button>
      )}
      {url && (
        <a className={buttonClass('primary')} download href={new URL(url).pathname}>
          <Icon name="download" /> Download
        </a>
      )}
    </DialogActions>
  );
}

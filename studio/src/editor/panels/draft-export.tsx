import {
  type ExportedFile,
  type ExportFormat,
  exportVideo,
  missingForExport,
} from '@framemill/compositor/engine-client';
import { type Document, fillVariables, followMedia } from '@framemill/timeline';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { api } from '../../client/api.ts';
import { answerOf } from '../../client/api-error.ts';
import type { VariableValues } from '../../renders/form-variables.ts';
import type { RenderChoice } from '../../renders/render-choice.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { amountText, bytesText, countText } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Progress } from '../../ui/indicators.tsx';
import { DRAFT_TEXTS } from '../../ui/labels.ts';
import { engineMedia, factsBySrc, type MediaRecord, mediaBySrc, requestAddresses } from '../model/media.ts';
import { createSignedMedia } from '../stage/signed-media.ts';

/** Path of the script of the worker that exports; see `vite.config.ts`. */
declare const EXPORT_SCRIPT_PATH: string;

declare global {
  interface Window {
    /** Absent in browsers without the File System Access API. */
    showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
  }
}

/** Draft that this browser exports or has exported. */
export type Draft =
  | { readonly kind: 'running'; readonly frames: number; readonly totalFrames: number }
  | { readonly kind: 'failed'; readonly message: string }
  /** `url`: address of the file in this browser; null when it was written to the user's own file. */
  | { readonly kind: 'done'; readonly name: string; readonly sizeBytes: number; readonly url: string | null };

/** Drafts of the editor: at most one at a time. It continues while the dialog is closed. */
export interface Drafts {
  readonly draft: Draft | null;
  /** Asks for the file where the browser can write one, and starts the export. */
  start(document: Document, choice: RenderChoice, values: VariableValues): Promise<void>;
  /** Stops the export and discards its file. */
  cancel(): void;
  /** Forgets the finished draft, and frees its file. */
  clear(): void;
}

/** Creates the drafts of the open project. `records` are the media files of the account. */
export function useDrafts(records: readonly MediaRecord[]): Drafts {
  const [draft, setDraft] = useState<Draft | null>(null);
  const running = useRef<AbortController | null>(null);
  const url = useRef<string | null>(null);

  useEffect(
    () => () => {
      running.current?.abort();
      free(url);
    },
    [],
  );

  function finish(name: string, { file }: ExportedFile, sizeBytes: number): void {
    url.current = file && URL.createObjectURL(file);
    setDraft({ kind: 'done', name, sizeBytes, url: url.current });
  }

  return {
    draft,
    async start(document, choice, values) {
      const format = draftFormat(choice);
      if (format === null) return;
      const name = `draft.${format}`;
      const target = await chooseFile(name);
      if (target === null) return;
      const stop = new AbortController();
      running.current = stop;
      setDraft({ kind: 'running', frames: 0, totalFrames: 0 });
      try {
        const { plan, limits } = await loadAccount();
        const bySrc = mediaBySrc(records);
        const filled = followMedia(fillVariables(document, values), factsBySrc(bySrc));
        const media = engineMedia(filled, bySrc);
        const signed = createSignedMedia(requestAddresses);
        signed.open(media);
        const exported = await exportVideo({
          ...{ media, format, target, document: filled, quality: choice.quality, signal: stop.signal },
          ...{ scriptUrl: EXPORT_SCRIPT_PATH, scale: shareOf(filled, choice, limits.maxExportHeight) },
          watermark: !plan.features.includes('no_watermark'),
          addressOf: signed.addressOf,
          progress: (frames, totalFrames) => setDraft({ kind: 'running', frames, totalFrames }),
        });
        const file = exported.file ?? (await target?.getFile());
        finish(target?.name ?? name, exported, file?.size ?? 0);
      } catch (error) {
        if (stop.signal.aborted) setDraft(null);
        else setDraft({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
      }
    },
    cancel: () => running.current?.abort(),
    clear() {
      free(url);
      setDraft(null);
    },
  };
}

/** Frees the file of the last draft. */
function free(url: RefObject<string | null>): void {
  if (url.current !== null) URL.revokeObjectURL(url.current);
  url.current = null;
}

/** Loads the account: drafts have the watermark and the largest size of its renders. */
async function loadAccount() {
  return (await answerOf(api.GET('/v1/me'))).account;
}

/** Returns the share of the document's size at which a draft is drawn. `mostPixels` limits its shorter side. */
function shareOf({ settings: { width, height } }: Document, { resolution }: RenderChoice, mostPixels: number): number {
  return Math.min(resolution === 'half' ? 0.5 : 1, mostPixels / Math.min(width, height));
}

/**
 * Asks the user for the file to write. Undefined: the browser cannot write files, so the draft is downloaded. Null: the
 * user has cancelled.
 */
async function chooseFile(suggestedName: string): Promise<FileSystemFileHandle | undefined | null> {
  try {
    return await window.showSaveFilePicker?.({ suggestedName });
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? null : undefined;
  }
}

function draftFormat({ format }: RenderChoice): ExportFormat | null {
  return format === 'mp4' || format === 'webm' ? format : null;
}

/** Returns why this browser cannot make a draft of a document with these choices, as a sentence; null when it can. */
export function draftRefusal(document: Document, choice: RenderChoice): string | null {
  const missing = missingForExport();
  if (missing !== null) return DRAFT_TEXTS.missing(missing);
  if (document.clips.some(({ type }) => type === 'html')) return DRAFT_TEXTS.html;
  if (draftFormat(choice) === null) return DRAFT_TEXTS.format;
  return choice.aspects[choice.format] === undefined ? null : DRAFT_TEXTS.aspect;
}

/** State of a draft, with the buttons that end it. */
export function DraftStatus({ draft, drafts, onClose }: { draft: Draft; drafts: Drafts; onClose(): void }) {
  return (
    <div className="flex flex-col gap-4">
      <section aria-label="Draft status">
        <h3 className="mb-2 font-semibold">{DRAFT_TEXTS[draft.kind]}</h3>
        {draft.kind === 'running' && (
          <>
            <Progress label="Exported" value={(100 * draft.frames) / Math.max(1, draft.totalFrames)} />
            <p className="mt-2 text-[13px] text-soft tabular-nums">
              {countText(draft.frames)} of {amountText(draft.totalFrames, 'frame')}
            </p>
          </>
        )}
        {draft.kind === 'failed' && (
          <p className="rounded-lg bg-bad-soft p-2 text-[13px] text-bad" role="alert">
            {draft.message}
          </p>
        )}
        {draft.kind === 'done' && (
          <p className="text-[13px] text-soft">
            {draft.name}, {bytesText(draft.sizeBytes)}
            {draft.url === null && '. The file is where you saved it.'}
          </p>
        )}
      </section>
      <DialogActions>
        <Button onClick={onClose} tone="quiet">
          {draft.kind === 'running' ? 'Keep editing' : 'Close'}
        </Button>
        {draft.kind === 'running' ? (
          <Button onClick={drafts.cancel} tone="danger">
            Cancel draft
          </Button>
        ) : (
          <Button onClick={drafts.clear} tone="quiet">
            New render
          </Button>
        )}
        {draft.kind === 'done' && draft.url !== null && (
          <a className={buttonClass('primary')} download={draft.name} href={draft.url}>
            <Icon name="download" /> Download
          </a>
        )}
      </DialogActions>
    </div>
  );
}

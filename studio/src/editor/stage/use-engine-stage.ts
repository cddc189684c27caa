import {
  createEngineClient,
  createMixPlayer,
  type EngineClient,
  type MixPlayer,
  type MixState,
  missingForEngine,
} from '@framemill/compositor/engine-client';
import type { Document } from '@framemill/timeline';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { create } from 'zustand';
import { storage } from '../../client/storage.ts';
import { engineMedia, type MediaRecord, requestAddresses } from '../model/media.ts';
import { useEditor } from '../model/use-editor.ts';
import { createSignedMedia } from './signed-media.ts';

/** Path of the worker's script in the build; see `vite.config.ts`. */
declare const ENGINE_SCRIPT_PATH: string;

/**
 * Who draws the preview. `exact`: the renderer of the render nodes, in a worker of the browser. `page`: the browser's
 * own elements.
 */
export type PreviewKind = 'exact' | 'page';

const STORED = 'framemill-preview';

interface PreviewChoice {
  kind: PreviewKind;
  /** Whether somebody has chosen the kind in this browser. */
  isChosen: boolean;
  choose(kind: PreviewKind): void;
}

/**
 * Store with the kind of preview and the function that changes it. The choice is saved in local storage. Until there is
 * one, the preview is exact.
 */
export const usePreviewKind = create<PreviewChoice>((set) => ({
  kind: storage.getItem(STORED) === 'page' ? 'page' : 'exact',
  isChosen: storage.getItem(STORED) !== null,
  choose(kind) {
    storage.setItem(STORED, kind);
    set({ kind, isChosen: true });
  },
}));

/** Canvas and audio of the browser engine, as the stage needs them. */
export interface EngineStage {
  /** Whether the canvas has a frame to show. The page shows the preview otherwise. */
  isShown: boolean;
  /** Reason why the page shows the preview instead of the engine; null when there is none. */
  problem: string | null;
  /** Player of the document's mix; null when the page plays the audio. */
  mix: MixPlayer | null;
  /** Reason why the page plays the audio instead of the engine; null when there is none. */
  audioProblem: string | null;
  /** Calls a function after each frame that is drawn. Returns a function that ends this. */
  onDrawn(drawn: () => void): () => void;
  /** Requests the frame of a time that playback has reached. */
  follow(timeSec: number): void;
  /** Returns the number of frames of playback that were drawn and that were left out. */
  counts(): { played: number; dropped: number };
}

/** Time that the playhead must rest before the frame is drawn from the original videos, in ms. */
const REST_MS = 150;
const NONE = { played: 0, dropped: 0 };

/**
 * Draws `document` on a canvas in `host` while `isOn`, at the playhead or where playback is. `scale` is the number of
 * screen pixels per pixel of the document; frames are never larger than the document.
 */
export function useEngineStage(
  isOn: boolean,
  host: RefObject<HTMLElement | null>,
  document: Document,
  bySrc: ReadonlyMap<string, MediaRecord>,
  scale: number,
): EngineStage {
  const isChosen = usePreviewKind((state) => state.isChosen);
  const playheadSec = useEditor((state) => state.playheadSec);
  const isStill = useEditor((state) => state.rate === 0);
  const [opened, setOpened] = useState<{ client: EngineClient; mix: MixPlayer } | null>(null);
  const [audio, setAudio] = useState<MixState>({ kind: 'silent' });
  const [isShown, setIsShown] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const media = useMemo(() => engineMedia(document, bySrc), [document, bySrc]);
  const hasVideos = Object.values(media).some(({ facts }) => facts.kind === 'video');
  const missing = isOn ? missingForEngine(hasVideos) : null;
  const isUsed = isOn && missing === null && document.clips.length > 0;
  const signed = useMemo(() => createSignedMedia(requestAddresses), []);
  const observers = useMemo(() => new Set<() => void>(), []);
  const onDrawn = useCallback(
    (drawn: () => void) => {
      observers.add(drawn);
      return () => void observers.delete(drawn);
    },
    [observers],
  );
  const share = Math.min(1, scale * devicePixelRatio);
  const { width, height } = document.settings;
  const fullSize = useRef({ width, height });
  fullSize.current = { width: width * share, height: height * share };

  useEffect(() => {
    const element = host.current;
    if (!isUsed || !element) return;
    const client = createEngineClient({
      scriptUrl: ENGINE_SCRIPT_PATH,
      host: element,
      fullSize: () => fullSize.current,
      addressOf: signed.addressOf,
      drawn() {
        setIsShown(true);
        setProblem(null);
        for (const observer of observers) observer();
      },
      failed(message) {
        setIsShown(false);
        setProblem(message);
      },
      lost(isFinal) {
        setIsShown(false);
        if (isFinal) setProblem('The engine has stopped. Reload the page to start it again.');
      },
    });
    const mix = createMixPlayer({ mix: client.mix, changed: setAudio });
    setOpened({ client, mix });
    return () => {
      mix.close();
      client.close();
      setOpened(null);
      setIsShown(false);
      setProblem(null);
    };
  }, [isUsed, host, signed, observers]);

  useEffect(() => {
    if (isUsed) signed.open(media);
    opened?.client.open(document, media);
    opened?.mix.open(document, media);
  }, [isUsed, opened, document, media, signed]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a frame of another document or size is drawn anew
  useEffect(() => {
    if (!opened || !isStill) return;
    const { client } = opened;
    if (!hasVideos) return client.seek(playheadSec, 'rest');
    client.seek(playheadSec, 'move');
    const timer = setTimeout(() => client.seek(playheadSec, 'rest'), REST_MS);
    return () => clearTimeout(timer);
  }, [opened, isStill, playheadSec, document, media, share, hasVideos]);

  // Only those who chose the exact preview miss it.
  const absence = isChosen ? `This browser has no ${missing}. The preview is approximate.` : null;
  return {
    isShown: opened !== null && isShown,
    problem: missing === null ? problem : absence,
    mix: audio.kind === 'failed' ? null : (opened?.mix ?? null),
    audioProblem: opened !== null && audio.kind === 'failed' ? audio.message : null,
    onDrawn,
    follow: (timeSec) => opened?.client.seek(timeSec, 'play'),
    counts: () => opened?.client.counts() ?? NONE,
  };
}

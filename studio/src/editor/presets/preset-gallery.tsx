import { missingForEngine } from '@framemill/compositor/engine-client';
import type { Clip } from '@framemill/timeline';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { engineMedia, factsBySrc } from '../model/media.ts';
import { useEditor, useReadEditor } from '../model/use-editor.ts';
import { filledDocument, useValuesOf } from '../model/variable-values.ts';
import { type EffectPreset, PRESET_GROUPS } from './effect-presets.ts';
import { FRAME_MS, type PresetThumbnail, presetThumbnails, thumbnailSize } from './preset-thumbnails.ts';
import { createThumbnailRenderer, type ThumbnailRenderer } from './thumbnail-renderer.ts';

interface PresetGalleryProps {
  /** Clip that the thumbnails show. */
  clip: Clip;
  /** Words that the names of the visible presets contain. */
  search: string;
  onPick(preset: EffectPreset): void;
}

/**
 * Gallery of effect presets. Each tile shows the clip with the preset, as it was when the gallery was opened, and moves
 * while the pointer or the focus is on it.
 */
export function PresetGallery({ clip, search, onPick }: PresetGalleryProps) {
  const { thumbnails, renderer, host } = useThumbnails(clip);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isMatch = ({ preset }: PresetThumbnail) => words.every((word) => preset.name.toLowerCase().includes(word));
  return (
    <>
      <div aria-hidden="true" className="pointer-events-none absolute size-px overflow-hidden opacity-0" ref={host} />
      {PRESET_GROUPS.map((group) => {
        const tiles = thumbnails.filter(({ preset }) => preset.group === group);
        return (
          // Hidden tiles keep their thumbnails.
          <section aria-label={group} hidden={!tiles.some(isMatch)} key={group}>
            <h3 className="mt-2 mb-1.5 text-[13px] font-semibold">{group}</h3>
            <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
              {tiles.map((thumbnail) => (
                <li hidden={!isMatch(thumbnail)} key={thumbnail.preset.name}>
                  <PresetTile onPick={onPick} renderer={renderer} thumbnail={thumbnail} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

/** Returns the thumbnails of a clip, and what draws them on a canvas in `host`; null before it has started. */
function useThumbnails(clip: Clip) {
  const read = useReadEditor();
  const values = useValuesOf(useEditor((state) => state.projectId));
  const host = useRef<HTMLDivElement>(null);
  const [renderer, setRenderer] = useState<ThumbnailRenderer | null>(null);
  const [{ thumbnails, media, size }] = useState(() => {
    const { document, playheadSec, bySrc } = read();
    const facts = factsBySrc(bySrc);
    const filled = filledDocument(document, values, facts);
    const filledClip = filled.clips.find(({ id }) => id === clip.id) ?? clip;
    const media = engineMedia(filled, bySrc);
    const missing = missingForEngine(Object.values(media).some((file) => file.facts.kind === 'video'));
    const all = presetThumbnails(filled, filledClip, playheadSec, facts);
    const problem = missing === null ? null : `This browser has no ${missing}, which previews need.`;
    return {
      thumbnails: problem === null ? all : all.map((thumbnail) => ({ ...thumbnail, problem })),
      ...{ media, size: thumbnailSize(filled.settings) },
    };
  });
  const canDraw = thumbnails.some(({ problem }) => problem === null);
  useEffect(() => {
    if (!host.current || !canDraw) return;
    const started = createThumbnailRenderer({ host: host.current, media, size });
    setRenderer(started);
    return () => {
      setRenderer(null);
      started.close();
    };
  }, [canDraw, media, size]);
  return { thumbnails, renderer, host };
}

interface PresetTileProps {
  thumbnail: PresetThumbnail;
  renderer: ThumbnailRenderer | null;
  onPick(preset: EffectPreset): void;
}

function PresetTile({ thumbnail, renderer, onPick }: PresetTileProps) {
  const { preset } = thumbnail;
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [still, setStill] = useState<ImageBitmap | null>(null);
  const [problem, setProblem] = useState(thumbnail.problem);
  const [isActive, setIsActive] = useState(false);

  useEffect(() => {
    if (!renderer || problem !== null) return;
    const stop = new AbortController();
    renderer.draw(thumbnail.document, thumbnail.stillSec, { signal: stop.signal }).then(setStill, (error: unknown) => {
      if (!stop.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
    });
    return () => stop.abort();
  }, [renderer, thumbnail, problem]);

  useLayoutEffect(() => {
    const show = (frame: ImageBitmap) => paint(canvas.current, frame);
    if (!still) return;
    show(still);
    if (!renderer || !isActive || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const stop = new AbortController();
    // Without a frame, the thumbnail stays still.
    play(thumbnail, renderer, show, stop.signal).catch(() => undefined);
    return () => stop.abort();
  }, [renderer, thumbnail, still, isActive]);

  return (
    <button
      aria-describedby={problem === null ? undefined : id}
      aria-label={preset.name}
      className="w-full overflow-hidden rounded-lg border border-line bg-raised text-left hover:border-accent"
      onBlur={() => setIsActive(false)}
      onClick={() => onPick(preset)}
      onFocus={() => setIsActive(true)}
      onPointerEnter={() => setIsActive(true)}
      onPointerLeave={() => setIsActive(false)}
      type="button"
    >
      <span className="flex aspect-video w-full items-center justify-center overflow-hidden bg-sunken">
        {problem === null ? (
          <canvas
            className={`size-full object-contain ${still ? 'bg-black' : ''}`}
            data-thumbnail={still ? 'drawn' : 'none'}
            ref={canvas}
          />
        ) : (
          <span className="line-clamp-4 px-2 text-center text-xs text-soft" id={id} title={problem}>
            {problem}
          </span>
        )}
      </span>
      <span className="block truncate px-2 py-1 text-[13px]">{preset.name}</span>
    </button>
  );
}

/** Shows the frames of a moving thumbnail when each of them is drawn, and then again and again until the signal. */
async function play(
  { document, loopSec }: PresetThumbnail,
  renderer: ThumbnailRenderer,
  show: (frame: ImageBitmap) => void,
  signal: AbortSignal,
): Promise<void> {
  const frames: ImageBitmap[] = [];
  for (const atSec of loopSec) {
    const frame = await renderer.draw(document, atSec, { signal, isUrgent: true });
    frames.push(frame);
    show(frame);
  }
  while (!signal.aborted) {
    for (const frame of frames) {
      await new Promise((resolve) => setTimeout(resolve, FRAME_MS));
      if (signal.aborted) return;
      show(frame);
    }
  }
}

function paint(canvas: HTMLCanvasElement | null, frame: ImageBitmap): void {
  if (!canvas) return;
  const { width, height } = frame;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  canvas.getContext('2d')?.drawImage(frame, 0, 0);
}

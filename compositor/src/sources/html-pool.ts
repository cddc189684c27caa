import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clip, ClipLayer, Document, Scene } from '@framemill/timeline';
import { clipLayers, FramemillError } from '@framemill/timeline/rendering';
import type { Backend } from '../graph/backend.ts';
import { clipCanvases } from '../graph/clip-canvas.ts';
import type { Texture } from '../graph/drawable.ts';
import { createFrameCache } from '../html/frame-cache.ts';
import { type HtmlContent, htmlContent } from '../html/html-content.ts';
import { pageFaultOf } from '../html/page-fault.ts';
import type { PageTime } from '../html/page-time.ts';
import { createRasteriser, type Rasteriser } from '../html/rasteriser.ts';
import { pageHash } from '../plan/html-pages.ts';
import { clipThatNeedsBrowser } from '../plan/needed-sources.ts';

/** Image of a page and the size at which it is shown, in CSS pixels. */
export interface HtmlSurface {
  source: Texture;
  width: number;
  height: number;
}

/**
 * Images of HTML clips. The browser renders the images before a segment begins. The images are then read back frame by
 * frame.
 */
export interface HtmlPool {
  /** Throws `not_configured`, naming the clip, when the document needs a browser and none is available. */
  requireBrowser(): void;
  /**
   * Renders the images for these document frames that the cache lacks. Throws `FramemillError` naming the clip. If the
   * page itself is the cause, `details.faultyPage` has its hash and the reason. `details.isProcessWell` is true when
   * this process can still draw other pages.
   */
  prepare(frames: readonly number[], evaluate: (frame: number) => Scene, time: PageTime): Promise<void>;
  /** Returns the image of a prepared clip at `sourceSec`. Valid until `endFrame`. */
  surfaceOf(clip: Clip, sourceSec: number): HtmlSurface;
  /** Returns the errors that scripts have thrown so far, each as a sentence that names the clip. */
  warnings(): string[];
  /**
   * Frees the images of clips that were not drawn since the last call. Otherwise a video with many pages would keep
   * them all.
   */
  endFrame(): void;
  close(): void;
}

interface Shown {
  /**
   * Index of the page's frame that was requested last. Frames between which the page does not change have different
   * indices and the same `version`.
   */
  frame: number;
  version: string;
  source: Texture;
  /** Whether the image was drawn since the last `endFrame`. */
  used: boolean;
}

/**
 * Creates the pool. `shared` is a rasteriser that renders the images and outlives the pool. Without it, the pool has
 * its own rasteriser until `close`.
 */
export function createHtmlPool(
  backend: Backend,
  document: Document,
  outputWidth: number,
  shared?: Rasteriser,
): HtmlPool {
  const { rasteriser, closeOwn } = shared ? { rasteriser: shared, closeOwn: () => undefined } : ownRasteriser();
  const { cache } = rasteriser;
  const canvasOf = clipCanvases(document, outputWidth);
  const contents = new Map<string, HtmlContent>();
  const shown = new Map<string, Shown>();
  const scriptErrors = new Map<string, string>();
  let retired: Texture[] = [];

  function contentOf(clip: Clip): HtmlContent {
    const known = contents.get(clip.id);
    if (known) return known;
    try {
      const canvas = canvasOf(clip);
      const content = htmlContent(clip, canvas.document, canvas.outputWidth, rasteriser.browserBuild());
      contents.set(clip.id, content);
      return content;
    } catch (cause) {
      throw aboutHtml(clip, cause);
    }
  }

  const frameAt = (content: HtmlContent, sourceSec: number) => Math.max(0, Math.round(sourceSec * content.fps));

  return {
    requireBrowser() {
      const first = clipThatNeedsBrowser(document);
      if (first) contentOf(first);
    },
    async prepare(frames, evaluate, time) {
      if (clipThatNeedsBrowser(document) === null) return;
      const wanted = new Map<string, { clip: Clip; content: HtmlContent; pictures: number[] }>();
      for (const { clip, sourceSec } of htmlLayers(frames, evaluate)) {
        const content = contentOf(clip);
        const entry = wanted.get(clip.id) ?? { clip, content, pictures: [] };
        wanted.set(clip.id, entry);
        entry.pictures.push(frameAt(content, sourceSec));
      }
      await rasteriser.retain(new Set([...wanted.values()].map(({ content }) => content.key)));
      for (const { clip, content, pictures: images } of wanted.values()) {
        try {
          const scriptError = await rasteriser.ensure(content, images, time);
          if (scriptError !== null) scriptErrors.set(clip.id, scriptError);
        } catch (cause) {
          throw aboutHtml(clip, cause);
        }
      }
    },
    surfaceOf(clip, sourceSec) {
      const content = contentOf(clip);
      const frame = cache.isStill(content.key) ? 0 : frameAt(content, sourceSec);
      const before = shown.get(clip.id);
      if (before) before.used = true;
      if (before?.frame === frame) return { source: before.source, ...content.size };
      const stored = cache.read(content.key, frame);
      if (before?.version === stored.version) {
        before.frame = frame;
        return { source: before.source, ...content.size };
      }
      if (before) retired.push(before.source);
      const { width, height } = content.pixels;
      const pixels = { data: stored.rgba(), width, height, hasAlpha: true };
      const source = backend.still(pixels, `html ${content.key} ${stored.version}`);
      shown.set(clip.id, { frame, version: stored.version, source, used: true });
      return { source, ...content.size };
    },
    warnings: () =>
      [...scriptErrors].map(([id, message]) => `Clip ${id}: the script of its page failed: ${message.slice(0, 500)}`),
    endFrame() {
      for (const source of retired) source.close();
      retired = [];
      for (const [id, known] of shown) {
        if (!known.used) {
          known.source.close();
          shown.delete(id);
        }
        known.used = false;
      }
    },
    close() {
      this.endFrame();
      for (const { source } of shown.values()) source.close();
      shown.clear();
      closeOwn();
    },
  };
}

function ownRasteriser(): { rasteriser: Rasteriser; closeOwn: () => void } {
  // Created for the first page, because most documents have none.
  let folder: string | null = null;
  const folderOf = () => {
    folder ??= mkdtempSync(join(tmpdir(), 'framemill-html-'));
    return folder;
  };
  const rasteriser = createRasteriser(createFrameCache(folderOf), { idleMs: 20_000, keepsWarm: false });
  return {
    rasteriser,
    closeOwn() {
      // It ends with this process at the latest.
      rasteriser.close().catch(() => undefined);
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function* htmlLayers(frames: readonly number[], evaluate: (frame: number) => Scene): Generator<ClipLayer> {
  for (const frame of frames) {
    for (const layer of clipLayers(evaluate(frame))) if (layer.clip.type === 'html') yield layer;
  }
}

function aboutHtml(clip: Clip, cause: unknown): FramemillError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof FramemillError ? cause.code : 'internal_error';
  const name = clip.name ? ` ("${clip.name}")` : '';
  const fault = pageFaultOf(cause);
  const page =
    fault !== null && fault !== 'stall' && clip.html ? { faultyPage: { sha256: pageHash(clip.html), reason } } : {};
  // The rasterizer has closed the page, and its browser if that was faulty.
  const isProcessWell = fault !== null || (cause instanceof FramemillError && 'isPageWell' in cause.details);
  const message = `Clip ${clip.id}${name} is an html clip: ${reason}`;
  return new FramemillError(code, message, { clipId: clip.id, isProcessWell, ...page }, { cause });
}

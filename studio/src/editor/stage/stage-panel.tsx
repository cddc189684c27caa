import type { FromStage, StageBox, ToStage } from '@framemill/compositor/page';
import { type Clip, type Document, type TextRow, unseenInHtmlPreview } from '@framemill/timeline';
import { useEffect, useMemo, useRef, useState } from 'react';
import { access } from '../../client/access.ts';
import { Icon } from '../../ui/icon.tsx';
import { StagePins } from '../comments/comment-marks.tsx';
import { useStageMenu } from '../menus/stage-menu.tsx';
import { useIsFullScreen } from '../model/full-screen.ts';
import { factsBySrc, factsOf, type MediaRecord, stageMedia } from '../model/media.ts';
import { useScopeChoice } from '../model/scope-choice.ts';
import { useActions, useEditor } from '../model/use-editor.ts';
import { filledDocument, useValuesOf } from '../model/variable-values.ts';
import { useFramePixels } from '../scopes/frame-reader.ts';
import { useMeasuredFrame } from '../scopes/measured-frame.ts';
import { ScopesPanel } from '../scopes/scopes-panel.tsx';
import { TextEditor } from '../text/text-editor.tsx';
import { ExactImage, ExactLabel, type ExactMode, useExactFrame } from './exact-frame.tsx';
import { nearClips, stretchOf } from './near-clips.ts';
import { SAFE } from './snap-guides.ts';
import { StageHandles } from './stage-handles.tsx';
import { type StageTool, StageTools } from './stage-tools.tsx';
import { Transport } from './transport.tsx';
import { ungradedDocument } from './ungraded-document.ts';
import { type EngineStage, useEngineStage, usePreviewKind } from './use-engine-stage.ts';
import { useMixPlayback } from './use-mix-playback.ts';
import { useStageView } from './use-stage-view.ts';
import { WipeImage, WipeLine } from './wipe.tsx';

interface StagePanelProps {
  /** Opens the form of a command. */
  openCommand(op: string): void;
  /** Whether the panel only plays: it has no tools, handles or menu. Default false. */
  isPlayer?: boolean;
}

/** Document that the stage has. */
interface Reported {
  number: number;
  clips: ReadonlySet<Clip>;
  /** Text whose lines it reports, and the number of the document since which it does. */
  textClipId: string | undefined;
  textNumber: number;
}

const NO_ROWS: readonly TextRow[] = [];

/**
 * Preview panel: the HTML preview in a sandboxed frame, the canvas of the browser engine below it when it is chosen,
 * handles over both, and the transport controls below.
 */
export function StagePanel({ openCommand, isPlayer = false }: StagePanelProps) {
  const whole = useEditor((state) => state.document);
  const soloTrackIds = useEditor((state) => state.soloTrackIds);
  const document = useMemo(() => audibleDocument(whole, soloTrackIds), [whole, soloTrackIds]);
  const comparison = useEditor((state) => state.comparison);
  const comparedIds = useEditor((state) => (state.comparison === 'none' ? null : state.selection));
  const bySrc = useEditor((state) => state.bySrc);
  const sought = useEditor((state) => state.sought);
  const rate = useEditor((state) => state.rate);
  const lap = useEditor((state) => state.lap);
  const isFullScreen = useIsFullScreen();
  const hasTools = !isFullScreen && !isPlayer;
  const actions = useActions();
  const frame = useRef<HTMLIFrameElement>(null);
  const area = useRef<HTMLElement>(null);
  const canvasHost = useRef<HTMLDivElement>(null);
  const [isReady, setIsReady] = useState(false);
  const [boxes, setBoxes] = useState<readonly StageBox[]>([]);
  const textClipId = useEditor((state) => state.textEdit?.clipId);
  const [rows, setRows] = useState(NO_ROWS);
  const [problem, setProblem] = useState<string | null>(null);
  const [exact, setExact] = useState<ExactMode>('auto');
  const [tool, setTool] = useState<StageTool>('place');
  const [isSafeShown, setIsSafeShown] = useState(false);
  const { width, height } = document.settings;
  const columns = exact === 'side' ? 2 : 1;
  const view = useStageView(area, document.settings, columns);
  const { scale } = view;
  const { menu, onContextMenu } = useStageMenu({ view, isSafeShown, setIsSafeShown, openCommand });
  const playheadSec = useEditor((state) => state.playheadSec);
  const isStill = rate === 0;
  const stretchSec = useEditor((state) => stretchOf(state.playheadSec));
  const values = useValuesOf(useEditor((state) => state.projectId));
  const filled = useMemo(() => {
    const whole = filledDocument(document, values, factsBySrc(bySrc));
    // A text is edited with its placeholders.
    const edited = document.clips.find(({ id }) => id === textClipId);
    return edited ? { ...whole, clips: whole.clips.map((clip) => (clip.id === edited.id ? edited : clip)) } : whole;
  }, [document, values, bySrc, textClipId]);
  const near = useMemo(() => nearClips(filled, stretchSec), [filled, stretchSec]);
  const bare = useMemo(() => (comparedIds ? ungradedDocument(near, comparedIds) : near), [near, comparedIds]);
  const shown = comparison === 'before' ? bare : near;
  const [wipeAt, setWipeAt] = useState(0.5);
  const previewKind = usePreviewKind(({ kind }) => kind);
  const engine = useEngineStage(previewKind === 'exact', canvasHost, shown, bySrc, scale);
  const unseen = useMemo(
    () => (isStill ? unseenNow(document, playheadSec, bySrc, engine.isShown) : []),
    [isStill, document, playheadSec, bySrc, engine.isShown],
  );
  const follow = useRef(engine.follow);
  follow.current = engine.follow;
  // At other speeds, the page plays the audio.
  const mix = isReady && rate === 1 ? engine.mix : null;
  const isMixClock = useMixPlayback(mix, (timeSec) => {
    tell(frame.current, { stage: 'follow', timeSec });
    engine.follow(timeSec);
  });
  const isWiped = comparison === 'wipe' && engine.isShown;
  // The service renders no frame without the grades and effects, and the letters of an edited text must be visible at
  // once.
  const mayBeExact = isStill && comparison === 'none' && textClipId === undefined;
  const isExactShown = mayBeExact && (exact !== 'auto' || unseen.length > 0);
  const areScopesOpen = useScopeChoice(({ isOpen }) => isOpen) && hasTools;
  const isEngineMeasured = engine.isShown && !isExactShown;
  const exactFrame = useExactFrame(isExactShown || (areScopesOpen && mayBeExact && !engine.isShown));
  const canvas = () => canvasHost.current?.querySelector('canvas') ?? null;
  const isMeasured = useMeasuredFrame(({ users }) => users > 0) && !isFullScreen && isEngineMeasured;
  const pixels = useFramePixels(
    { canvas, onDrawn: engine.onDrawn, address: isEngineMeasured ? null : exactFrame.address },
    isStill && (areScopesOpen ? isEngineMeasured || exactFrame.address !== null : isMeasured),
  );
  useEffect(() => useMeasuredFrame.setState({ pixels }), [pixels]);

  const reported = useRef<Reported>({ number: 0, clips: new Set(), textClipId: undefined, textNumber: 0 });

  useEffect(() => {
    function hear({ data, source }: MessageEvent<FromStage>) {
      if (source !== frame.current?.contentWindow || typeof data !== 'object' || data === null) return;
      if (data.stage === 'ready') setIsReady(true);
      else if (data.stage === 'shown') {
        if (isMixClock.current) return;
        actions.shown(data.timeSec, data.isPlaying);
        if (data.isPlaying) follow.current(data.timeSec);
      } else if (data.stage === 'failed') setProblem(data.message);
      else {
        // Most edits do not change the visible boxes.
        setBoxes((known) => (JSON.stringify(known) === JSON.stringify(data.boxes) ? known : data.boxes));
        if (data.stage === 'laid-out') {
          setProblem(null);
          if (data.number >= reported.current.textNumber) setRows(data.rows ?? NO_ROWS);
        }
      }
    }
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [actions, isMixClock]);

  useEffect(() => {
    if (!isReady) return;
    const { clips, ...document } = shown;
    const { number, clips: known, textClipId: before, textNumber } = reported.current;
    const isSameText = before === textClipId;
    reported.current = {
      ...{ number: number + 1, clips: new Set(clips), textClipId },
      textNumber: isSameText ? textNumber : number + 1,
    };
    if (!isSameText) setRows(NO_ROWS);
    tell(frame.current, {
      ...{ stage: 'document', number: number + 1, document, media: stageMedia(shown, bySrc), textClipId },
      ...{ clipIds: clips.map(({ id }) => id), clips: clips.filter((clip) => !known.has(clip)) },
    });
  }, [isReady, shown, bySrc, textClipId]);
  // The edit of a text also ends when the editor is closed.
  useEffect(() => actions.endText, [actions]);
  useEffect(() => {
    if (isReady) tell(frame.current, { stage: 'layers', shown: engine.isShown ? 'html' : 'all' });
  }, [isReady, engine.isShown]);
  useEffect(() => {
    if (isReady) tell(frame.current, { stage: 'seek', timeSec: sought.timeSec });
  }, [isReady, sought]);
  useEffect(() => {
    if (!isReady || mix) return;
    tell(frame.current, rate === 0 ? { stage: 'pause' } : { stage: 'play', rate, fromSec: lap?.fromSec });
  }, [isReady, rate, mix, lap]);

  /** Returns the position of a canvas within its column of the preview area. */
  const canvasStyle = (column: number) => ({
    ...{ width: width * scale, height: height * scale, left: `${((column + 0.5) / columns) * 100}%` },
    transform: `translate(calc(-50% + ${view.pan[0]}px), calc(-50% + ${view.pan[1]}px))`,
  });

  return (
    <section
      aria-label="Preview"
      className="flex min-h-0 min-w-0 grow flex-col bg-sunken"
      onContextMenu={isPlayer ? undefined : onContextMenu}
    >
      {hasTools && (
        <StageTools
          {...{ boxes, tool, setTool, exact, setExact, isSafeShown, setIsSafeShown, view, counts: engine.counts }}
        />
      )}
      <div className="flex min-h-0 grow">
        <section
          aria-label="Canvas"
          className="relative min-h-0 min-w-0 grow overflow-hidden focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent"
          data-testid="stage"
          ref={area}
          // With the focus, Enter edits the selected text.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas has keys of its own
          tabIndex={0}
          {...view.handlers}
        >
          <div
            className={`absolute top-1/2 bg-black shadow-low outline outline-line ${isExactShown && exact === 'difference' ? 'brightness-400' : ''}`}
            style={canvasStyle(0)}
          >
            <div className="absolute inset-0" data-engine={engine.isShown ? 'shown' : 'none'} ref={canvasHost} />
            {isWiped && <WipeImage at={wipeAt} bySrc={bySrc} document={bare} scale={scale} />}
            <iframe
              className="pointer-events-none absolute top-0 left-0 origin-top-left border-0"
              ref={frame}
              sandbox="allow-scripts"
              src={access().stageUrl}
              // A frame is transparent only in the colour scheme of its own page.
              style={{ width, height, transform: `scale(${scale})`, colorScheme: 'light' }}
              tabIndex={-1}
              title="Preview"
            />
            {isExactShown && exact !== 'side' && <ExactImage frame={exactFrame} mode={exact} />}
          </div>
          {exact === 'side' && (
            <div className="absolute top-1/2 bg-black shadow-low outline outline-line" style={canvasStyle(1)}>
              {isExactShown && <ExactImage frame={exactFrame} mode="side" />}
            </div>
          )}
          <div className="absolute top-1/2" style={canvasStyle(0)}>
            {isSafeShown && <SafeAreas />}
            <StageHandles
              boxes={isStill && access().mayEdit && hasTools ? boxes.filter(({ clipId }) => clipId !== textClipId) : []}
              scale={scale}
              tool={tool}
            />
            {access().isStudio && !isFullScreen && <StagePins />}
            <TextEditor area={area} boxes={boxes} rows={rows} scale={scale} />
            {isWiped && <WipeLine at={wipeAt} onMove={setWipeAt} />}
          </div>
          {isExactShown && <ExactLabel frame={exactFrame} mode={exact} unseen={unseen} />}
          {(problem ?? engine.problem ?? engine.audioProblem) !== null && (
            <p
              className="absolute inset-x-4 bottom-3 flex items-center gap-2 rounded-lg bg-overlay p-2 text-[13px]"
              role="alert"
            >
              <Icon className="text-warn" name="warning" />
              {problemText(problem, engine)}
            </p>
          )}
          {comparison === 'before' && (
            <p className="pointer-events-none absolute top-2 left-2 rounded-md bg-black/80 px-2 py-1 text-xs text-white">
              Before: without grade and effects
            </p>
          )}
        </section>
        {areScopesOpen && <ScopesPanel pixels={pixels} />}
      </div>
      <Transport isPlayer={isPlayer} />
      {menu}
    </section>
  );
}

/** Returns the sentence about what the preview does not show or play as the render. */
function problemText(problem: string | null, engine: EngineStage): string {
  if (problem !== null) return `Preview failed: ${problem}`;
  return engine.problem === null ? `No exact audio: ${engine.audioProblem}` : `No exact preview: ${engine.problem}`;
}

function tell(frame: HTMLIFrameElement | null, message: ToStage): void {
  // The sandboxed frame has an opaque origin, which cannot be named.
  frame?.contentWindow?.postMessage(message, '*');
}

/**
 * Overlay of the title-safe and action-safe areas of the canvas, and its centre. Screens may crop what is outside them.
 */
function SafeAreas() {
  return (
    <svg
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 size-full fill-none stroke-white/60"
      data-testid="safe-areas"
      preserveAspectRatio="none"
      viewBox="0 0 100 100"
    >
      {[SAFE.action, SAFE.title].map((share) => (
        <rect
          height={100 * share}
          key={share}
          vectorEffect="non-scaling-stroke"
          width={100 * share}
          x={50 * (1 - share)}
          y={50 * (1 - share)}
        />
      ))}
      <path d="M50 47V53M48 50H52" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/**
 * Returns descriptions of the parts that the preview cannot show at a time, without duplicates. Each is the end of a
 * sentence, such as `effect glow exactly`. With the browser engine, these are only parts of html clips, and clips above
 * them: the page shows html clips over the canvas of the engine.
 */
function unseenNow(
  document: Document,
  timeSec: number,
  bySrc: ReadonlyMap<string, MediaRecord>,
  isEngine: boolean,
): string[] {
  const hidden = new Set(document.tracks.filter(({ visible }) => !visible).map(({ id }) => id));
  const media = (src: string) => {
    const record = bySrc.get(src);
    return record ? factsOf(record) : null;
  };
  const now = document.clips.filter(
    ({ start, duration, trackIndex }) => timeSec >= start && timeSec < start + duration && !hidden.has(trackIndex),
  );
  if (!isEngine) return [...new Set(now.flatMap((clip) => unseenInHtmlPreview(clip, document, media)))];
  const html = now.filter(({ type }) => type === 'html');
  // The first track is the bottom layer.
  const layers = new Map(document.tracks.map(({ id }, layer) => [id, layer]));
  const layerOf = ({ trackIndex }: Clip) => layers.get(trackIndex) ?? 0;
  const lowest = Math.min(...html.map(layerOf));
  const isCovered = now.some((clip) => !['html', 'audio'].includes(clip.type) && layerOf(clip) > lowest);
  const parts = html.flatMap((clip) => unseenInHtmlPreview(clip, document, media));
  return [...new Set(isCovered ? [...parts, 'clips above HTML clips'] : parts)];
}

/** Returns the document with solo applied: when tracks are soloed, all others are muted. */
function audibleDocument(document: Document, soloTrackIds: readonly number[]): Document {
  if (soloTrackIds.length === 0) return document;
  const tracks = document.tracks.map((track) =>
    track.muted || soloTrackIds.includes(track.id) ? track : { ...track, muted: true },
  );
  return { ...document, tracks };
}

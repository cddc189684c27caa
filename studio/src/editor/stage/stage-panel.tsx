import type { FromStage, StageBox, ToStage } from '@framemill/compositor/stage';
import { durationSec } from '@framemill/timeline';
import { useEffect, useMemo, useRef, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { stageMedia } from '../model/media.ts';
import { useActions, useEditor } from '../model/use-editor.ts';
import { ExactFrame } from './exact-frame.tsx';
import { nearClips, stretchOf } from './near-clips.ts';
import { StageHandles } from './stage-handles.tsx';
import { timecode } from './timecode.ts';

/** The preview: the composition in a frame of its own origin, handles over it, and the transport below. */
export function StagePanel() {
  const document = useEditor((state) => state.document);
  const bySrc = useEditor((state) => state.bySrc);
  const sought = useEditor((state) => state.sought);
  const rate = useEditor((state) => state.rate);
  const actions = useActions();
  const frame = useRef<HTMLIFrameElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const [isReady, setIsReady] = useState(false);
  const [boxes, setBoxes] = useState<readonly StageBox[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isExact, setIsExact] = useState(false);
  const [areaSize, setAreaSize] = useState({ width: 0, height: 0 });
  const { width, height } = document.settings;
  const scale = Math.max(0.01, Math.min((areaSize.width - 24) / width, (areaSize.height - 24) / height));

  useEffect(() => {
    function hear({ data, source }: MessageEvent<FromStage>) {
      if (source !== frame.current?.contentWindow || typeof data !== 'object' || data === null) return;
      if (data.stage === 'ready') setIsReady(true);
      else if (data.stage === 'shown') actions.shown(data.timeSec, data.isPlaying);
      else if (data.stage === 'failed') setProblem(data.message);
      else {
        setBoxes(data.boxes);
        if (data.stage === 'laid-out') setProblem(null);
      }
    }
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [actions]);

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setAreaSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const stretchSec = useEditor((state) => stretchOf(state.playheadSec));
  const shown = useMemo(() => nearClips(document, stretchSec), [document, stretchSec]);
  const number = useRef(0);
  useEffect(() => {
    if (!isReady) return;
    number.current += 1;
    tell(frame.current, {
      stage: 'document',
      number: number.current,
      document: shown,
      media: stageMedia(shown, bySrc),
    });
  }, [isReady, shown, bySrc]);
  useEffect(() => {
    if (isReady) tell(frame.current, { stage: 'seek', timeSec: sought.timeSec });
  }, [isReady, sought]);
  useEffect(() => {
    if (isReady) tell(frame.current, rate === 0 ? { stage: 'pause' } : { stage: 'play', rate });
  }, [isReady, rate]);

  return (
    <section aria-label="Preview" className="flex min-h-0 min-w-0 grow flex-col bg-sunken">
      <div className="relative min-h-0 grow overflow-hidden" ref={area}>
        <div
          className="absolute top-1/2 left-1/2 bg-black shadow-low outline outline-line"
          style={{ width: width * scale, height: height * scale, transform: 'translate(-50%, -50%)' }}
        >
          <iframe
            className="pointer-events-none absolute top-0 left-0 origin-top-left border-0"
            ref={frame}
            sandbox="allow-scripts"
            src="/vendor/stage.html"
            style={{ width, height, transform: `scale(${scale})` }}
            tabIndex={-1}
            title="Preview"
          />
          {isExact && <ExactFrame />}
          <StageHandles boxes={rate === 0 ? boxes : []} scale={scale} />
        </div>
        {problem !== null && (
          <p
            className="absolute inset-x-4 bottom-3 flex items-center gap-2 rounded-lg bg-overlay p-2 text-[13px]"
            role="alert"
          >
            <Icon className="text-warn" name="warning" /> The preview failed: {problem}
          </p>
        )}
      </div>
      <Transport isExact={isExact} setIsExact={setIsExact} />
    </section>
  );
}

function Transport({ isExact, setIsExact }: { isExact: boolean; setIsExact(isOn: boolean): void }) {
  const document = useEditor((state) => state.document);
  const playheadSec = useEditor((state) => state.playheadSec);
  const rate = useEditor((state) => state.rate);
  const actions = useActions();
  const { fps, width, height } = document.settings;
  const endSec = durationSec(document);
  return (
    <div className="flex h-11 shrink-0 items-center gap-1 border-t border-line bg-surface px-3">
      <span className="w-26 font-mono text-[13px] tabular-nums" data-testid="timecode">
        {timecode(playheadSec, fps)}
      </span>
      <span className="w-26 font-mono text-[13px] text-faint tabular-nums">{timecode(endSec, fps)}</span>
      <div className="flex grow items-center justify-center gap-1">
        <IconButton icon="skipBack" keys="Home" label="To the start" onClick={() => actions.seek(0)} />
        <IconButton
          icon="chevronLeft"
          keys="←"
          label="Back a frame"
          onClick={() => actions.seek(playheadSec - 1 / fps)}
        />
        <IconButton
          className="bg-raised"
          icon={rate === 0 ? 'play' : 'pause'}
          keys="Space"
          label={rate === 0 ? 'Play' : 'Pause'}
          onClick={() => actions.play(rate === 0 ? 1 : 0)}
        />
        <IconButton
          icon="chevronRight"
          keys="→"
          label="On a frame"
          onClick={() => actions.seek(playheadSec + 1 / fps)}
        />
        <IconButton icon="skipForward" keys="End" label="To the end" onClick={() => actions.seek(endSec)} />
      </div>
      <span className="w-40 text-right text-[13px] text-faint tabular-nums">
        {width} × {height}, {fps} fps
      </span>
      <IconButton
        icon="eye"
        isOn={isExact}
        label="Exact frame: as the service draws it"
        onClick={() => setIsExact(!isExact)}
      />
    </div>
  );
}

function tell(frame: HTMLIFrameElement | null, message: ToStage): void {
  // The frame has no origin that could be named.
  frame?.contentWindow?.postMessage(message, '*');
}

import { useEffect, useRef } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { SCOPE_KINDS, type ScopeKind, toggleScope, toggleScopes, useScopeChoice } from '../model/scope-choice.ts';
import { useKeyTexts } from '../model/use-shortcuts.ts';
import { drawHistogram, drawParade, drawVectorscope, drawWaveform, type ScopeSize } from './draw-scopes.ts';
import { type FramePixels, type ToneSummary, toneSummary } from './scope-values.ts';

type Draw = (context: CanvasRenderingContext2D, size: ScopeSize, frame: FramePixels) => void;

const SCOPES: Record<ScopeKind, { title: string; draw: Draw; size: ScopeSize }> = {
  waveform: { title: 'Waveform', draw: drawWaveform, size: { width: 224, height: 150 } },
  parade: { title: 'RGB parade', draw: drawParade, size: { width: 224, height: 150 } },
  vectorscope: { title: 'Vectorscope', draw: drawVectorscope, size: { width: 224, height: 224 } },
  histogram: { title: 'Histogram', draw: drawHistogram, size: { width: 224, height: 120 } },
};

/** Scopes of the paused frame next to the preview. `pixels` is null before the first frame. */
export function ScopesPanel({ pixels }: { pixels: FramePixels | null }) {
  const { kinds } = useScopeChoice();
  const keys = useKeyTexts();
  const tones = pixels && toneSummary(pixels);
  return (
    <section aria-label="Scopes" className="flex w-72 shrink-0 flex-col border-l border-line bg-surface">
      <header className="flex items-center justify-between pt-1 pr-1 pl-2">
        <h2 className="text-[13px] font-semibold">Scopes</h2>
        <IconButton
          className="pointer-coarse:size-11"
          icon="close"
          keys={keys.scopes}
          label="Hide scopes"
          onClick={toggleScopes}
          size="small"
        />
      </header>
      <div className="flex flex-wrap gap-0.5 border-b border-line px-1 pb-1">
        {SCOPE_KINDS.map((kind) => (
          <button
            aria-pressed={kinds.includes(kind)}
            className={`h-7 rounded-md px-1.5 text-[13px] pointer-coarse:min-h-11 ${kinds.includes(kind) ? 'bg-accent-soft text-accent' : 'text-soft hover:bg-hover'}`}
            key={kind}
            onClick={() => toggleScope(kind)}
            type="button"
          >
            {SCOPES[kind].title}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className="flex min-h-0 grow flex-col gap-2 overflow-y-auto p-2" tabIndex={0}>
        {tones && <Tones tones={tones} />}
        {kinds.map((kind) => (
          <Scope key={kind} kind={kind} pixels={pixels} tones={tones} />
        ))}
        {kinds.length === 0 && <p className="text-[13px] text-faint">Select a scope above.</p>}
      </div>
    </section>
  );
}

/** Numbers of the frame: a text for those who cannot see the scopes. */
function Tones({ tones }: { tones: ToneSummary }) {
  const { median, black, white } = tones;
  return (
    <dl className="grid grid-cols-3 gap-1 text-xs" data-testid="tones">
      {(
        [
          ['Median', `${Math.round(median)} IRE`],
          ['Clipped black', percentText(black)],
          ['Clipped white', percentText(white)],
        ] as const
      ).map(([term, text]) => (
        <div key={term}>
          <dt className="text-faint">{term}</dt>
          <dd className="tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Scope({ kind, pixels, tones }: { kind: ScopeKind; pixels: FramePixels | null; tones: ToneSummary | null }) {
  const { title, draw, size } = SCOPES[kind];
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = size;

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !pixels) return;
    const scale = devicePixelRatio;
    Object.assign(context.canvas, { width: Math.round(size.width * scale), height: Math.round(size.height * scale) });
    context.setTransform(scale, 0, 0, scale, 0, 0);
    draw(context, size, pixels);
  }, [draw, size, pixels]);

  return (
    <figure className="flex flex-col gap-0.5">
      <figcaption className="text-xs text-soft">{title}</figcaption>
      <canvas
        aria-label={tones ? `${title}: ${sentenceOf(tones)}` : `${title}: no frame`}
        className="rounded-md bg-black"
        data-scope={kind}
        ref={canvas}
        role="img"
        style={{ width, height }}
      />
    </figure>
  );
}

function sentenceOf({ median, black, white }: ToneSummary): string {
  return `median ${Math.round(median)} IRE, ${percentText(black)} clipped black, ${percentText(white)} clipped white`;
}

function percentText(percent: number): string {
  return `${percent.toFixed(1)}%`;
}

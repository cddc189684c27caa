import { fontFileUrl } from '@framemill/compositor/capabilities';
import { type CSSProperties, useState } from 'react';
import { useEditActions } from '../model/use-edit-actions.ts';
import { loadFace } from './fonts.ts';
import { FAMILIES } from './text-formats.ts';
import { type PresetStyle, presetSize, scaledStyle, TITLE_PRESETS, type TitlePreset } from './title-presets.ts';

/** Gallery of title presets. A press adds one at the playhead. */
export function TitlesPanel() {
  const edit = useEditActions();
  const [text, setText] = useState('');
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = TITLE_PRESETS.filter((preset) =>
    words.every((word) => `${preset.name} ${preset.group} ${preset.style.fontFamily}`.toLowerCase().includes(word)),
  );
  const groups = Map.groupBy(matches, ({ group }) => group);
  return (
    <section aria-label="Titles" className="flex flex-col gap-3 p-3">
      <input
        aria-label="Search titles"
        className="h-8 rounded-lg border border-line-strong bg-sunken px-2.5"
        onChange={(event) => setText(event.target.value)}
        placeholder="Search titles"
        type="search"
        value={text}
      />
      {groups.size === 0 && (
        <p className="rounded-xl border border-dashed border-line-strong p-4 text-center text-soft">
          No matching titles.
        </p>
      )}
      {[...groups].map(([group, presets]) => (
        <section key={group}>
          <h3 className="mb-1.5 text-[13px] font-semibold">{group}</h3>
          <ul className="grid grid-cols-2 gap-2">
            {presets.map((preset) => (
              <li key={preset.name}>
                <button
                  className="w-full overflow-hidden rounded-lg border border-line bg-raised text-left hover:border-accent"
                  onClick={() => edit.addTitle(preset)}
                  type="button"
                >
                  <TitleImage preset={preset} />
                  <span className="block truncate px-2 py-1 text-[13px]">
                    <span className="sr-only">Add title: </span>
                    {preset.name}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

/** Size of an image, in CSS pixels. */
const IMAGE_PX = { width: 112, height: 63 };
/** Largest part of an image that its text takes. */
const MOST = { width: 0.92, height: 0.7 };

/** Dark and light parts, on which letters of every colour are seen. */
const BACKDROP = 'linear-gradient(135deg, #46546a, #171b21)';

/** Image of a preset, drawn by the browser from the style of the preset. */
function TitleImage({ preset: { text, style } }: { preset: TitlePreset }) {
  const { width, height } = presetSize(text, style);
  const factor = Math.min((IMAGE_PX.width * MOST.width) / width, (IMAGE_PX.height * MOST.height) / height);
  const scaled = scaledStyle(style, factor);
  return (
    <span
      aria-hidden="true"
      className="flex aspect-video w-full items-center justify-center overflow-hidden"
      style={{ backgroundImage: BACKDROP }}
    >
      <span style={{ ...blockCss(scaled), ...letterCss(scaled) }}>
        {partsOf(text, scaled).map((part) => (
          <span key={part.start} style={part.css}>
            {part.text}
          </span>
        ))}
      </span>
    </span>
  );
}

/** Returns the parts of a text with the CSS of their spans. Presets have no spans that overlap. */
function partsOf(
  text: string,
  { spans = [], ...style }: PresetStyle,
): { start: number; text: string; css: CSSProperties }[] {
  const edges = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])].sort(
    (a, b) => a - b,
  );
  return edges.slice(0, -1).map((start, index) => {
    const own = spans.find((span) => span.start <= start && start < span.end);
    return { start, text: text.slice(start, edges[index + 1]), css: own ? letterCss({ ...style, ...own }) : {} };
  });
}

/** CSS of the whole text: its lines and its background. */
function blockCss({ align = 'center', lineHeight = 1.2, background }: PresetStyle): CSSProperties {
  const lines: CSSProperties = { textAlign: align, lineHeight, whiteSpace: 'pre' };
  if (!background) return lines;
  const { color = '#000000', opacity = 1, paddingX = 0, paddingY = 0, radius = 0 } = background;
  return {
    ...lines,
    ...{ backgroundColor: withOpacity(color, opacity), padding: `${paddingY}px ${paddingX}px`, borderRadius: radius },
  };
}

/** CSS of letters. A gradient takes the place of their colour and shadow. */
function letterCss(style: PresetStyle): CSSProperties {
  const { fontFamily = FAMILIES[0] ?? '', fontWeight = 400, color = '#ffffff', gradient, shadow } = style;
  const { strokeColor = '#000000', strokeWidth = 0 } = style;
  return {
    // The file has the weight of the letters already.
    ...{ fontFamily: loadFace(fontFileUrl(fontFamily, fontWeight) ?? ''), fontWeight: 400, fontStyle: style.fontStyle },
    ...{ fontSize: style.fontSize, letterSpacing: style.letterSpacing, textDecoration: style.textDecoration },
    color: gradient ? 'transparent' : color,
    ...(gradient && {
      backgroundImage: `linear-gradient(${gradient.angle ?? 0}deg, ${gradient.stops.map((stop) => stop.color).join(', ')})`,
      backgroundClip: 'text',
    }),
    ...(strokeWidth > 0 && { WebkitTextStroke: `${strokeWidth * 2}px ${strokeColor}`, paintOrder: 'stroke fill' }),
    ...(shadow &&
      !gradient && {
        textShadow: `${shadow.x ?? 0}px ${shadow.y ?? 0}px ${shadow.blur ?? 0}px ${withOpacity(shadow.color ?? '#000000', shadow.opacity ?? 1)}`,
      }),
  };
}

function withOpacity(color: string, opacity: number): string {
  return `color-mix(in srgb, ${color} ${opacity * 100}%, transparent)`;
}

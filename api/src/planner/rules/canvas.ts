import { CANVAS_SIZES, type Clip } from '@framemill/timeline';
import type { CommandInput } from '../../projects/command-batch.ts';
import { onlyWords, readClauses, USUAL_SEC } from '../clauses.ts';
import { placeInside, sizeOnCanvas } from '../clip-box.ts';
import { isInMainRow, isMain, isSeen, isText } from '../clip-kinds.ts';
import { COLOUR, colourOf } from '../colours.ts';
import { findClips } from '../find-clips.ts';
import { NEW_CLIP, type Rule, type Scene, withFilm } from '../rule.ts';
import { pattern, QUOTED, say } from '../words.ts';

const ratios: readonly [name: string, ratio: keyof typeof CANVAS_SIZES][] = [
  [
    pattern`
      9\s*[:x]\s*16|(?:you\s?tube|facebook|instagram|insta)\s+(?:shorts?|reels?|story|stories)|vertical|portrait
      |upright|phone\s+format|tik\s?tok|reels?|shorts|story|stories
    `,
    '9:16',
  ],
  [String.raw`16\s*[:x]\s*9|horizontal|landscape|wide\s?screen|youtube`, '16:9'],
  [String.raw`1\s*[:x]\s*1|squared?|(?:instagram|insta)\s+(?:feed|posts?)`, '1:1'],
  [String.raw`4\s*[:x]\s*5`, '4:5'],
  [String.raw`4\s*[:x]\s*3`, '4:3'],
  [String.raw`21\s*[:x]\s*9|cinemascope|ultra-?wide`, '21:9'],
];
/** Pattern of an aspect ratio, or of a platform that implies one. */
export const RATIO = `(?<ratio>${ratios.map(([name]) => name).join('|')})`;
/** Returns the aspect ratio for words that the pattern `RATIO` matched. */
export const ratioOf = (words: string) => ratios.find(([name]) => new RegExp(`^(?:${name})$`, 'i').test(words))?.[1];

const FILM = pattern`
  (?:
    it|this
    |(?:the\s+|this\s+|my\s+|whole\s+)*
    (?:video|film|movie|project|format|aspect(?:\s+ratio)?|canvas|everything|thing|edit|reel|montage|vlog)
  )
`;
const KINDS = 'rectangle|circle|triangle|arrow|line|star|ellipse|square|diamond|pentagon|hexagon|octagon|heart|ring';

/**
 * Builds the commands that change the aspect ratio.
 * The footage is scaled to fill the canvas. On a narrower canvas, texts without a width are wrapped. Overlays stay
 * inside the canvas, at the same relative position.
 */
export function toRatio(ratio: keyof typeof CANVAS_SIZES, { document, measures }: Scene): CommandInput[] {
  const { clips, settings } = document;
  const canvas = CANVAS_SIZES[ratio];
  const isRow = isInMainRow({ clips });
  const fills: CommandInput[] = clips
    .filter((clip) => isMain(clip) && (isRow(clip) || clip.scale === 1))
    .map(({ id }) => ({ op: 'fitClip', clipId: id, mode: 'cover' }));
  const width = Math.round(CANVAS_SIZES[ratio].width * 0.88);
  const isNarrower = CANVAS_SIZES[ratio].width < settings.width;
  const texts = clips.filter((clip) => isNarrower && isText(clip) && clip.textStyle?.width === undefined);
  const wraps = texts.map(({ id }) => ({ op: 'setTextStyle', clipIds: [id], style: { width } }));
  const settingsOf: CommandInput = Object.assign({ op: 'setProjectSettings' }, { aspectRatio: ratio });
  const fitted = new Set(fills.map((command) => ('clipId' in command ? command.clipId : null)));
  const isFitted = (id: string) => fitted.has(id);
  const moves = clips.flatMap((clip): CommandInput[] => {
    if (!isSeen(clip) || isFitted(clip.id) || (clip.x === 0 && clip.y === 0)) return [];
    const wraps = isNarrower && clip.textStyle !== undefined && clip.textStyle.width === undefined;
    const shown = wraps
      ? { ...clip, textStyle: { ...clip.textStyle, content: clip.textStyle?.content ?? '', width } }
      : clip;
    const own = sizeOnCanvas(shown, canvas, measures);
    const inside = (at: number, most: number) => Math.round(Math.max(-most, Math.min(most, at))) || 0;
    const x = inside((clip.x * canvas.width) / settings.width, Math.max(0, (canvas.width - own.width) / 2));
    const y = inside((clip.y * canvas.height) / settings.height, Math.max(0, (canvas.height - own.height) / 2));
    return x === clip.x && y === clip.y ? [] : [Object.assign({ op: 'setTransform' }, { clipId: clip.id, x, y })];
  });
  return [settingsOf, ...fills, ...wraps, ...moves];
}

/** Planner rules for the canvas: aspect ratio, frame rate, background, layouts. */
export const canvasRules: Rule[] = [
  {
    name: 'aspect ratio',
    examples: [
      'make it vertical',
      'change the format to 9:16',
      'make the video square',
      'turn this into a 16:9 video',
      'portrait 9:16',
      'make it vertical for TikTok',
      'make it for Instagram Reels',
    ],
    patterns: [
      say`
        (?:make|change|turn|convert|set|switch|reformat|crop)\s+${FILM}\s+(?:(?:in)?to\s+)?(?:an?\s+)?(?:format\s+)?
        ${RATIO}(?:\s+(?:video|format|film|ratio|aspect(?:\s+ratio)?|mode))?
        (?:\s+for(?:\s+(?!and\b|then\b)\p{L}+){1,4})?
      `,
      say`
        (?:make|change|convert|turn|crop)\s+(?:this\s+|it\s+)?(?:to|into|for)\s+(?:an?\s+)?${RATIO}
        (?:\s+(?:video|format|film))?
      `,
      say`(?:portrait|landscape|format|aspect(?:\s+ratio)?)?\s*${RATIO}(?:\s+(?:video|format))?`,
      say`
        (?:make|turn|convert)\s+${FILM}\s+(?:for|into\s+an?|ready\s+for)\s+
        (?:(?:instagram|insta|youtube|facebook|snapchat)\s+)?${RATIO}(?:\s+so\s+(?<again>\d+\s*[:x]\s*\d+))?
      `,
      say`(?:an?\s+)?(?<fresh>new|empty)\s+${RATIO}\s+(?:video|film|project)`,
    ],
    plan({ ratio: said = '', again, fresh }, scene) {
      const { document } = scene;
      const ratio = ratioOf(said);
      if (ratio === undefined || (again !== undefined && ratioOf(again) !== ratio)) return null;
      if (fresh !== undefined && document.clips.length > 0)
        return {
          reason: 'This needs another project: create it with POST /v1/projects. For this one, say "make it square".',
        };
      return { commands: toRatio(ratio, scene) };
    },
  },
  {
    name: 'background',
    examples: ['make the background blue', 'set the background color to #202040', 'blue background'],
    patterns: [
      say`
        (?:make|set|change|turn|paint|use)\s+(?:the\s+|a\s+)?background(?:\s+colou?r)?(?:\s+(?:to|be|in|as))?\s+
        (?<colour>${COLOUR})
      `,
      say`(?:(?:add|use|put|give\s+it|set)\s+)?(?:an?\s+)?(?<colour>${COLOUR})\s+background`,
    ],
    plan: ({ colour = '' }) => ({ commands: [{ op: 'setProjectSettings', background: colourOf(colour) }] }),
  },
  {
    name: 'frame rate',
    examples: ['set the frame rate to 60 fps', 'use 25 frames per second', '60 fps', 'change the project to 24 fps'],
    patterns: [
      say`
        (?:(?:set|use|change|make|switch|render|convert)\s+)?
        (?:(?:it|this|the\s+(?:project|video|film|frame\s*rate))\s+)?(?:(?:to|at|in|of)\s+)?
        (?:\d+\s*(?:fps)?\s*(?:->|→)\s*)?(?<fps>\d+(?:\.\d+)?)\s*(?:fps|frames\s+(?:per|a)\s+second)
        (?:\s+for\s+an?\s+[\p{L}\s]+)?
      `,
      say`(?:set|change)\s+(?:the\s+)?(?:frame\s*rate|fps)\s+(?:to|of)\s+(?<fps>\d+(?:\.\d+)?)`,
    ],
    plan: ({ fps = '' }) => ({ commands: [{ op: 'setProjectSettings', fps: Number(fps) }] }),
  },
  {
    name: 'rename the project',
    examples: ['rename the project to "Summer"', 'call the project "Summer"', 'rename the project to Lisbon 2026'],
    patterns: [
      say`
        (?:rename|name|call|title)\s+(?:the\s+|this\s+|my\s+)?(?:project|film|video|movie)\s+(?:to\s+|as\s+|it\s+)?
        (?<name>${QUOTED})
      `,
      say`
        (?:rename|call)\s+(?:the\s+|this\s+|my\s+)?(?:project|film|video|movie)\s+(?:to\s+)?
        (?<plain>[\p{L}\p{N}][\p{L}\p{N}\s'’-]{0,80})
      `,
      say`(?:set|change)\s+(?:the\s+)?(?:project|film|video)(?:['’]s)?\s+name\s+to\s+(?<name>${QUOTED})`,
    ],
    plan: ({ name, plain = '' }, { unquoted }) => ({
      commands: [{ op: 'setProjectSettings', name: name ? unquoted(name) : plain.trim() }],
    }),
  },
  {
    name: 'add a shape',
    examples: ['add a red circle in the middle for 5 seconds', 'put a yellow star at the top left at 0:02'],
    patterns: [say`(?:add|put|draw|insert|create|show|place)\s+(?<before>.*?)\b(?<kind>${KINDS})\b(?<after>.*)`],
    plan({ before = '', kind = '', after = '' }, scene) {
      const clauses = readClauses(`${before} ${after}`, scene);
      if (!onlyWords(clauses.rest, /^(?:shape)$/)) return null;
      const side = Math.round(
        Math.min(scene.document.settings.width, scene.document.settings.height) *
          (clauses.size === null ? 0.35 : clauses.size * 4),
      );
      const style = { fill: clauses.colour ?? '#ffffff', width: side, height: side };
      const { start, duration } = clauses;
      const add = {
        op: 'addShapeClip',
        kind: kind.toLowerCase(),
        start: start ?? 0,
        duration: duration ?? USUAL_SEC,
        style,
      };
      const place = placeInside({ width: side, height: side }, clauses.place, scene.document.settings);
      return {
        commands: Object.values(place).every((value) => value === 0)
          ? [add]
          : [add, { op: 'setTransform', clipId: NEW_CLIP, ...place }],
      };
    },
  },
  {
    name: 'split screen',
    examples: [
      'put clips 1 and 2 side by side',
      'split screen with the first and second video',
      'show all photos in a grid',
      'picture in picture with clips 1 and 2',
    ],
    patterns: [
      say`
        (?:(?:put|show|place|arrange|set|make|display)\s+)?(?<who>.+?)\s+(?:(?:in|as)\s+an?\s+)?
        (?<how>side\s+by\s+side|on\s+top\s+of\s+each\s+other|grid|split[- ]screen|picture[- ]in[- ]picture)
      `,
      say`
        (?:(?:make|create|add|do|use)\s+)?(?:an?\s+)?(?<how>split[- ]screen|picture[- ]in[- ]picture|grid)
        (?:\s+(?:with|of|from)\s+(?<who>.+))?
      `,
      say`
        (?:(?:make|create|add|do|use)\s+)?(?:an?\s+)?(?<how>picture[- ]in[- ]picture|pip)\s+with\s+(?<small>.+?)\s+
        (?:small\s+)?in\s+(?:the\s+|a\s+)?(?:bottom\s+right\s+|lower\s+right\s+)?corner
      `,
      say`
        (?:show|put|place)\s+(?<small>.+?)\s+(?<how>(?:in\s+a\s+)?(?:small|little)(?:\s+(?:window|box|inset))?)\s+
        (?:in|at)\s+(?:the\s+)?(?:(?:bottom|lower)[\s-]right(?:\s+corner)?|corner)
      `,
      say`put\s+(?<small>.+?)\s+(?:in|as)\s+(?:a\s+)?(?<how>pip|picture[- ]in[- ]picture)(?:\s+in\s+the\s+corner)?`,
    ],
    plan({ who, small, how = '' }, scene) {
      const everyMain = scene.document.clips.filter(isMain);
      const found =
        small === undefined
          ? who === undefined
            ? everyMain
            : findClips(who, withFilm(scene), isMain)
          : findClips(small, scene, isMain);
      if (found === null) return null;
      if (typeof found === 'string') return { reason: found };
      const shown =
        small === undefined
          ? found
          : [...everyMain.filter((clip) => !found.includes(clip) && overlaps(clip, found)).slice(0, 1), ...found];
      if (shown.length < 2) return { reason: 'Name at least two clips to show together: clips 1 and 2.' };
      const layout = /grid/i.test(how)
        ? 'grid'
        : /top/i.test(how)
          ? 'split-v'
          : /pic|pip|small|little/i.test(how)
            ? 'pip'
            : 'split-h';
      const start = Math.min(...shown.map((clip) => clip.start));
      const moves = shown
        .filter((clip) => clip.start !== start)
        .map(({ id }) => ({ op: 'moveClip', clipId: id, start }));
      return { commands: [...moves, { op: 'applyLayout', clipIds: shown.map(({ id }) => id), layout }] };
    },
  },
  {
    name: 'green screen',
    examples: ['remove the green screen from the second video', 'key out the green background of clip 1'],
    patterns: [
      say`
        (?:remove|key\s+out|take\s+out|cut\s+out|get\s+rid\s+of)\s+the\s+(?<colour>green|blue)\s*
        (?:screen|background)?\s+(?:from|of|in|on)\s+(?<who>.+)
      `,
    ],
    plan({ colour = '', who = '' }, scene) {
      const found = findClips(who, scene, isSeen);
      if (found === null) return null;
      if (typeof found === 'string') return { reason: found };
      const color = /blue/i.test(colour) ? '#0047bb' : '#00ff00';
      return { commands: found.map(({ id }) => ({ op: 'setChromaKey', clipId: id, color })) };
    },
  },
];

const overlaps = (clip: Clip, others: Clip[]) =>
  others.some(({ start, duration }) => clip.start < start + duration && start < clip.start + clip.duration);

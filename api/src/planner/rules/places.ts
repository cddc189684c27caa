import type { Clip } from '@framemill/timeline';
import { PLACE, type Place, placeOf } from '../clauses.ts';
import { placeInside, sizeOnCanvas } from '../clip-box.ts';
import { isMain, isSeen } from '../clip-kinds.ts';
import { findClips } from '../find-clips.ts';
import { forEach, type Rule, type Scene } from '../rule.ts';
import { NUMBER, numberOf, say } from '../words.ts';

const sizes: Record<string, number> = {
  ...{ bigger: 1.35, larger: 1.35, smaller: 1 / 1.35, huge: 2, tiny: 0.5, 'half as big': 0.5, 'half the size': 0.5 },
  ...{ 'half as large': 0.5, 'twice as big': 2, 'twice as large': 2, 'twice the size': 2, 'double the size': 2 },
};
const SIZE = `(?<how>${Object.keys(sizes).join('|')})`;

const rounded = (value: number) => Math.round(value * 10_000) / 10_000;

/**
 * Builds the command that places a clip at a side of the canvas, entirely inside it.
 * A clip that fills the canvas is scaled down, because otherwise it could not be moved.
 */
export function placed(clip: Clip, at: Place, { document: { settings }, measures }: Scene) {
  const own = sizeOnCanvas(clip, settings, measures);
  const isSide = at.x !== null && at.x !== 0;
  const isFull = isSide && clip.textStyle === undefined && own.width >= settings.width * 0.98;
  if (isFull) {
    const share = at.y === null ? 0.5 : 0.3;
    const small = { width: own.width * share, height: own.height * share };
    const place = at.y === null ? { x: ((at.x ?? 0) * settings.width) / 4 } : placeInside(small, at, settings);
    return { op: 'setTransform', clipId: clip.id, scale: rounded(clip.scale * share), ...place };
  }
  const { x, y } = placeInside(own, at, settings);
  // A text aligned by its top or bottom edge is positioned by that edge.
  const edge = { top: -0.5, bottom: 0.5, middle: 0 }[clip.textStyle?.verticalAlign ?? 'middle'] ?? 0;
  const moved = y === undefined ? {} : { y: Math.round(y + edge * own.height) };
  return { op: 'setTransform', clipId: clip.id, ...(x === undefined ? {} : { x }), ...moved };
}

/** Planner rules for the position, size and rotation of clips on the canvas. */
export const placeRules: Rule[] = [
  {
    name: 'place on the canvas',
    examples: [
      'move the title to the top',
      'put the captions at the bottom',
      'put the logo in the top left corner',
      'center the logo',
    ],
    patterns: [
      say`
        (?:move|put|place|position|set|shift|align|show|bring|keep|leave|stick|pin|have)\s+(?<who>.+?)\s+
        (?:(?:to|at|on|in|into|towards)\s+)?(?:the\s+)?${PLACE}
      `,
      say`(?<place>cent(?:er|re))\s+(?<who>.+?)(?:\s+on\s+(?:the\s+)?screen)?`,
    ],
    plan({ who = '', place = '' }, scene) {
      const at = placeOf(place);
      return forEach(findClips(who, scene, isSeen), (clip) => placed(clip, at, scene));
    },
  },
  {
    name: 'a little up or down',
    examples: ['move the title a bit higher', 'shift the logo down'],
    patterns: [
      say`
        (?:move|put|shift|nudge|bring|push|set|place)\s+(?<who>.+?)\s+(?:further\s+)?(?<way>up|down|higher|lower)
        (?:\s+(?:on\s+the\s+screen|wards?))?
      `,
      say`make\s+(?<who>.+?)\s+(?:sit\s+)?(?<way>higher|lower)`,
    ],
    plan({ who = '', way = '' }, scene) {
      const { settings } = scene.document;
      const step = (/up|higher/i.test(way) ? -0.1 : 0.1) * scene.degree * settings.height;
      return forEach(
        findClips(who, scene, (clip) => isSeen(clip) && !isMain(clip)),
        (clip) => {
          const most = (settings.height - sizeOnCanvas(clip, settings, scene.measures).height) / 2;
          const y = Math.round(Math.max(-Math.abs(most), Math.min(Math.abs(most), clip.y + step)));
          return { op: 'setTransform', clipId: clip.id, y };
        },
      );
    },
  },
  {
    name: 'scale',
    examples: [
      'scale the logo to 50%',
      'make the logo bigger',
      'make the logo half as big',
      'make the logo 20% smaller',
      'punch in on the first clip to 120%',
    ],
    patterns: [
      say`
        (?:scale|resize|shrink|enlarge)\s+(?<who>.+?)\s+(?:down\s+|up\s+)?to\s+(?<percent>\d+(?:\.\d+)?)\s*
        (?:%|percent)
      `,
      say`(?:scale|resize)\s+(?<who>.+?)\s+by\s+(?<factor>${NUMBER})\s*(?:x|times)?`,
      say`
        (?:zoom\s+(?:into|in\s+on|in\s+to)|enlarge)\s+(?<who>.+?)\s*,?\s+(?:to\s+|at\s+)?(?<percent>1\d\d|[2-9]\d\d)
        \s*%
      `,
      say`(?:punch|crop)\s+in\s+(?:on|to|into)\s+(?<who>.+?)\s+to\s+(?<percent>1\d\d|[2-9]\d\d)\s*(?:%|percent)`,
      say`(?:punch|crop)\s+in\s+(?:on|to|into)\s+(?<who>.+?)\s+by\s+(?<by>\d+)\s*(?:%|percent)`,
      say`make\s+(?<who>.+?)\s+(?<factor>${NUMBER})\s*(?:x|times)\s+(?:as\s+(?:big|large)|bigger|larger)`,
      say`(?:punch|crop)\s+in\s+(?:on|to|into)\s+(?<who>.+)`,
      say`make\s+(?<who>.+?)\s+${SIZE}`,
      say`make\s+(?<who>.+?)\s+(?<by>\d+)\s*(?:%|percent)\s+(?<way>bigger|larger|smaller)`,
      say`(?<way>shrink|enlarge)\s+(?<who>.+)`,
    ],
    plan({ who = '', percent, factor, how, by, way = '' }, scene) {
      const isSmaller = /smaller|shrink/i.test(way);
      const step = how
        ? (sizes[how.toLowerCase()] ?? 1) ** (how.includes(' ') ? 1 : scene.degree)
        : isSmaller
          ? 1 / 1.35
          : 1.35;
      const share = by === undefined ? step : 1 + (isSmaller ? -1 : 1) * (Number(by) / 100);
      return forEach(findClips(who, scene, isSeen), ({ id, scale }) => {
        const size =
          percent !== undefined ? Number(percent) / 100 : scale * (factor === undefined ? share : numberOf(factor));
        return { op: 'setTransform', clipId: id, scale: rounded(size) };
      });
    },
  },
  {
    name: 'rotate and mirror',
    examples: [
      'rotate the logo by 45 degrees',
      'flip the first clip horizontally',
      'rotate the logo back to 0 degrees',
      'mirror the intro',
    ],
    patterns: [
      say`
        (?:rotate|turn|tilt)\s+(?<who>.+?)(?:\s+back)?\s+(?:by\s+|to\s+)?(?<degrees>-?\d+(?:\.\d+)?)\s*
        (?:degrees?|°|deg)
        (?:\s+(?<turn>clockwise|counter-?clockwise|anti-?clockwise|to\s+the\s+left|to\s+the\s+right|left|right))?
      `,
      say`(?<straight>straighten)\s+(?<who>.+)`,
      say`(?:flip|mirror)\s+(?<who>.+?)(?:\s+(?<way>horizontally|vertically|upside\s+down))?`,
    ],
    plan({ who = '', degrees, turn = '', way = '', straight }, scene) {
      const sign = /counter|anti|left/i.test(turn) ? -1 : 1;
      const change =
        straight !== undefined
          ? { rotation: 0 }
          : degrees !== undefined
            ? { rotation: sign * Number(degrees) }
            : /vert|upside/i.test(way)
              ? { flipV: true }
              : { flipH: true };
      return forEach(findClips(who, scene, isSeen), ({ id }) => ({ op: 'setTransform', clipId: id, ...change }));
    },
  },
  {
    name: 'fill and hide',
    examples: [
      'make the first photo full screen',
      'hide the title',
      'fit the first clip to the screen',
      'add a blurred background',
    ],
    patterns: [
      say`make\s+(?<who>.+?)\s+(?:fill\s+the\s+(?:screen|frame|canvas)|full[\s-]?screen)`,
      say`(?<hide>hide)\s+(?<who>.+)`,
      say`(?<fit>fit)\s+(?<who>.+?)\s+(?:to|in|into)\s+the\s+(?:screen|frame|canvas)`,
      say`
        (?<who>.+?)\s+(?:has|have|shows?|with)\s+(?:the\s+)?black\s+
        (?:bars|borders|edges)\b.*\b(?<blurred>blur\w*)\b.*
      `,
      say`
        (?:fill|replace|cover)\s+(?:the\s+)?(?:black\s+(?:bars|borders)|sides|empty\s+space|edges)\s+
        (?:of|on|around|beside)\s+(?<who>.+?)\s+with\s+(?:an?\s+)?(?<blurred>blur\w*)
        (?:\s+(?:background|fill|version))?
      `,
      say`(?<blurred>blur(?:red)?)\s+(?:fill|background|sides?)\s+(?:for|on|behind|around)\s+(?<who>.+)`,
      say`(?:add|use)\s+(?:an?\s+)?(?<blurred>blurred|blurry)\s+background(?:\s+(?:to|behind|for)\s+(?<who>.+))?`,
    ],
    plan({ who = 'it', hide, fit, blurred }, scene) {
      const mode = blurred !== undefined ? 'contain-blur' : fit === undefined ? 'cover' : 'contain';
      return forEach(findClips(who, { ...scene, itMayBeFilm: blurred !== undefined }, isSeen), ({ id }) =>
        hide === undefined ? { op: 'fitClip', clipId: id, mode } : { op: 'setTransform', clipId: id, opacity: 0 },
      );
    },
  },
  {
    name: 'crop',
    examples: ['crop 10% off the top of the first video', 'crop the first video by 5% on the left'],
    patterns: [
      say`
        (?:crop|cut|trim|take|shave)\s+(?<percent>\d+)\s*%\s+(?:off|from|of)\s+(?:the\s+)?
        (?<side>top|bottom|left|right)(?:\s+side)?\s+(?:of|off|from|in)\s+(?<who>.+)
      `,
      say`crop\s+(?:the\s+)?(?<side>top|bottom|left|right)(?:\s+side)?\s+of\s+(?<who>.+?)\s+by\s+(?<percent>\d+)\s*%`,
      say`
        crop\s+(?<who>.+?)\s+(?:by\s+)?(?<percent>\d+)\s*%\s+(?:on|at|from|off)\s+the\s+
        (?<side>top|bottom|left|right)(?:\s+side)?
      `,
    ],
    plan({ percent = '', side = '', who = '' }, scene) {
      const field = `crop${side.charAt(0).toUpperCase()}`;
      return forEach(
        findClips(who, scene, (clip) => isSeen(clip) && clip.textStyle === undefined),
        ({ id }) => ({
          ...{ op: 'setCrop', clipId: id },
          [field]: Number(percent) / 100,
        }),
      );
    },
  },
  {
    name: 'opacity',
    examples: [
      'make the logo 50% transparent',
      'set the opacity of the logo to 40%',
      'set the logo opacity to 30%',
      'make the logo half transparent',
    ],
    patterns: [
      say`make\s+(?<who>.+?)\s+(?<percent>\d+)\s*(?:%|percent)\s+(?<how>opaque|transparent|see-?through|visible)`,
      say`make\s+(?<who>.+?)\s+(?<half>half|semi)[\s-]*(?:transparent|see-?through)`,
      say`make\s+(?<who>.+?)\s+(?<unsaid>transparent|see-?through|translucent)`,
      say`set\s+(?:the\s+)?opacity\s+of\s+(?<who>.+?)\s+to\s+(?<percent>\d+)\s*(?:%|percent)`,
      say`(?:set|make|put)\s+(?<who>.+?)\s+(?:to|at)\s+(?<percent>\d+)\s*(?:%|percent)\s+(?<how>opacity|transparency)`,
      say`(?:set|make|put)\s+(?<who>.+?)\s+(?:to|at)\s+half\s+(?<how>opacity|transparency)`,
      say`set\s+(?<who>.+?)(?:['’]s)?\s+opacity\s+to\s+(?<percent>\d+)\s*(?:%|percent)`,
    ],
    plan({ who = '', percent: said, how = '', unsaid }, scene) {
      const percent = said ?? (unsaid !== undefined && scene.degree < 1 ? '75' : '50');
      const share = Number(percent) / 100;
      const opacity = /transparen|see/i.test(how) ? 1 - share : share;
      return forEach(findClips(who, scene, isSeen), ({ id }) => ({
        op: 'setTransform',
        clipId: id,
        opacity: rounded(opacity),
      }));
    },
  },
];

import { createHash } from 'node:crypto';
import {
  amber,
  blockPath,
  type Command,
  type FilmClip,
  type Motion,
  rule,
  shadow,
  smallPrint,
  text,
  title,
} from './film-parts.ts';

/** Sources of the sample's media on the service: media ids or upload URLs. */
export interface FilmMedia {
  readonly mountains: string;
  readonly ocean: string;
  readonly aurora: string;
  readonly logo: string;
  readonly music: string;
}

export const filmSettings: Command = {
  op: 'setProjectSettings',
  name: 'Framemill sample',
  aspectRatio: '16:9',
  fps: 30,
  background: '#05070d',
};

/** Tracks of the sample video in addition to the four of a new project, from bottom to top. */
export const filmTracks = [
  { label: 'Mark', type: 'video' },
  { label: 'Graphics', type: 'video' },
  { label: 'Graphics, lit', type: 'video' },
  { label: 'Name', type: 'text' },
  { label: 'First line', type: 'text' },
  { label: 'Second line', type: 'text' },
  { label: 'Small print', type: 'text' },
  { label: 'Curtain', type: 'video' },
] as const;

/**
 * Returns the clips of the sample video: three shots of four seconds that dissolve into each other, with titles, a
 * logo and music.
 */
export function filmClips(media: FilmMedia): FilmClip[] {
  return [...shots(media), ...brand(media), ...opening(), ...middle(), ...closing(media), ...curtain()];
}

/** Returns a version text that changes whenever the video changes. A project of another version is built again. */
export function filmVersion(): string {
  const names = { mountains: 'mountains', ocean: 'ocean', aurora: 'aurora', logo: 'logo', music: 'music' };
  const film = JSON.stringify([filmSettings, filmTracks, filmClips(names)]);
  return createHash('sha256').update(film).digest('hex').slice(0, 16);
}

function shots(media: FilmMedia): FilmClip[] {
  const dissolve = { op: 'setTransition', type: 'dissolve', duration: 0.8 };
  return [
    {
      track: 0,
      add: video(media.mountains, 0, 4.8),
      motion: {
        scale: [
          [0, 1.05, 'easeOut'],
          [4, 1],
        ],
      },
    },
    {
      track: 0,
      add: video(media.ocean, 4, 4.8),
      motion: {
        scale: [
          [0, 1, 'easeInOutSine'],
          [4, 1.05],
        ],
      },
      after: [dissolve],
    },
    {
      track: 0,
      add: video(media.aurora, 8, 4),
      motion: {
        scale: [
          [0, 1.06, 'easeOut'],
          [4, 1],
        ],
      },
      after: [dissolve],
    },
    {
      track: 3,
      add: { op: 'addClip', type: 'audio', src: media.music, start: 0, duration: 12, mediaDuration: 12 },
      after: [
        { op: 'setVolume', volume: 0.9 },
        { op: 'setAudioFades', fadeIn: 0.05, fadeOut: 0.4 },
      ],
    },
  ];
}

function video(src: string, start: number, mediaDuration: number): Command {
  return { op: 'addClip', type: 'video', src, start, duration: 4, mediaDuration };
}

/** Returns the clips of the small logo and name in the upper left corner of the first two shots. */
function brand(media: FilmMedia): FilmClip[] {
  const inAndOut: Motion = [
    [0, 0, 'easeOut'],
    [0.6, 1],
    [7.1, 1, 'easeIn'],
    [7.6, 0],
  ];
  return [
    {
      track: 'Mark',
      add: { op: 'addClip', type: 'image', src: media.logo, start: 0.4, duration: 7.6 },
      motion: {
        opacity: inAndOut,
        rotation: [
          [0, -180, 'easeOutCubic'],
          [1.6, 0],
          [7.6, 90],
        ],
      },
      after: [{ op: 'setTransform', x: -786, y: -424, scale: 0.068 }],
    },
    {
      track: 'Name',
      add: text('FRAMEMILL', 0.4, 7.6, {
        fontSize: 28,
        fontWeight: 600,
        letterSpacing: 7,
        width: 420,
        align: 'left',
        shadow,
      }),
      motion: { opacity: inAndOut },
      after: [{ op: 'setTransform', x: -522, y: -424 }],
    },
  ];
}

function opening(): FilmClip[] {
  return [
    title('First line', 'Edit video', 0.7, 3.5, { left: -820, y: -288 }),
    title('Second line', 'as data.', 0.88, 3.32, { left: -820, y: -152 }),
    rule(-820, 1.25, 2.9, -58),
    smallPrint('One document. Every change is a command.', 1.4, 2.8, { left: -820, y: -12 }),
  ];
}

function middle(): FilmClip[] {
  const blocks = { width: 808, height: 16, d: blockPath(8, 90, 16, 12.5) };
  return [
    title('First line', 'Rendered', 4.7, 3.5, { left: 16, y: 112 }),
    title('Second line', 'in parallel.', 4.88, 3.32, { left: 16, y: 248 }),
    {
      track: 'Graphics',
      add: {
        op: 'addShapeClip',
        kind: 'path',
        start: 5.2,
        duration: 2.9,
        style: { ...blocks, fill: 'rgba(255,255,255,0.22)' },
      },
      motion: {
        opacity: [
          [0, 0, 'easeOut'],
          [0.5, 1],
          [2.5, 1, 'easeIn'],
          [2.9, 0],
        ],
      },
      after: [{ op: 'setTransform', x: 420, y: 352 }],
    },
    {
      track: 'Graphics, lit',
      add: { op: 'addShapeClip', kind: 'path', start: 5.4, duration: 2.7, style: { ...blocks, fill: amber } },
      motion: {
        cropR: [
          [0, 1, 'easeInOutSine'],
          [1.7, 0],
        ],
        opacity: [
          [2.3, 1, 'easeIn'],
          [2.7, 0],
        ],
      },
      after: [{ op: 'setTransform', x: 420, y: 352 }],
    },
    smallPrint('Any number of machines, the same bytes.', 5.45, 2.75, { left: 16, y: 404 }),
  ];
}

function closing(media: FilmMedia): FilmClip[] {
  const centred = { width: 1600, align: 'center', shadow };
  return [
    {
      track: 'Mark',
      add: { op: 'addClip', type: 'image', src: media.logo, start: 8.5, duration: 3.5 },
      motion: {
        opacity: [
          [0, 0, 'easeOut'],
          [0.5, 1],
        ],
        scale: [
          [0, 0.12, 'easeOutBack'],
          [0.9, 0.235],
        ],
        rotation: [
          [0, -270, 'easeOutCubic'],
          [1.8, 0, 'linear'],
          [3.5, 24],
        ],
      },
      after: [{ op: 'setTransform', x: 0, y: -246 }],
    },
    {
      track: 'First line',
      add: text('Framemill', 8.85, 3.15, { ...centred, fontSize: 168, fontWeight: 800, letterSpacing: -5 }),
      motion: {
        opacity: [
          [0, 0, 'easeOut'],
          [0.6, 1],
        ],
        y: [
          [0, 34, 'easeOutCubic'],
          [0.9, -12],
        ],
      },
    },
    {
      track: 'Second line',
      add: text('The render house you run yourself.', 9.25, 2.75, { ...centred, fontSize: 44, fontWeight: 500 }),
      motion: {
        opacity: [
          [0, 0, 'easeOut'],
          [0.6, 1],
        ],
        y: [
          [0, 138, 'easeOutCubic'],
          [0.8, 112],
        ],
      },
    },
    {
      track: 'Graphics',
      add: {
        op: 'addShapeClip',
        kind: 'rounded-rectangle',
        start: 9.7,
        duration: 2.3,
        style: { width: 268, height: 76, cornerRadius: 38, fill: amber },
      },
      motion: {
        opacity: [
          [0, 0, 'easeOut'],
          [0.4, 1],
        ],
        scale: [
          [0, 0.7, 'easeOutBack'],
          [0.6, 1],
        ],
      },
      after: [{ op: 'setTransform', x: 0, y: 216 }],
    },
    {
      track: 'Small print',
      add: text('npm start', 9.8, 2.2, {
        width: 400,
        align: 'center',
        fontSize: 34,
        fontWeight: 700,
        color: '#1c1206',
      }),
      motion: {
        opacity: [
          [0, 0, 'easeOut'],
          [0.4, 1],
        ],
      },
      after: [{ op: 'setTransform', x: 0, y: 216 }],
    },
  ];
}

/** Returns the clips that fade from black at the start and to black at the end. */
function curtain(): FilmClip[] {
  const black = { width: 1920, height: 1080, fill: '#000000' };
  return [
    {
      track: 'Curtain',
      add: { op: 'addShapeClip', kind: 'rectangle', start: 0, duration: 0.8, style: black },
      motion: {
        opacity: [
          [0, 1, 'easeInOut'],
          [0.8, 0],
        ],
      },
    },
    {
      track: 'Curtain',
      add: { op: 'addShapeClip', kind: 'rectangle', start: 11.3, duration: 0.7, style: black },
      motion: {
        opacity: [
          [0, 0, 'easeInOut'],
          [0.65, 1],
        ],
      },
    },
  ];
}

import { type PageProject, plain, project, video } from './page-project.ts';

/** Test projects for videos, including sources that are trimmed or do not play at normal speed. */
export const videoProjects: readonly PageProject[] = [
  project('video', plain, [0.01, 0.51, 1.51], [video()]),
  project(
    'video-in-video',
    plain,
    [0.21, 1.01],
    [
      video({ mediaStart: 0.5 }),
      video({
        src: 'square.mp4',
        mediaDuration: 2,
        trackIndex: 1,
        x: 150,
        y: 40,
        scale: 0.5,
        rotation: 15,
        cornerRadius: 40,
      }),
    ],
  ),
  project(
    'speed-reverse-freeze-loop',
    plain,
    [0.31, 0.91, 1.61],
    [
      video({ src: 'square.mp4', mediaDuration: 2, x: -240, y: -90, scale: 0.45, speed: 2, mediaStart: 0 }),
      video({ src: 'square.mp4', mediaDuration: 2, trackIndex: 1, x: -80, y: 90, scale: 0.45, reverse: true }),
      video({ src: 'square.mp4', mediaDuration: 2, trackIndex: 2, x: 80, y: -90, scale: 0.45, freezeAt: 1.2 }),
      video({ src: 'square.mp4', mediaDuration: 0.5, trackIndex: 3, x: 240, y: 90, scale: 0.45, loop: true }),
    ],
  ),
];

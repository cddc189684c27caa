import { s1, s14k } from './s1.ts';
import { s2 } from './s2.ts';
import { s3 } from './s3.ts';
import { s5 } from './s5.ts';
import type { BenchScene } from './scene.ts';
import { copy, direct, s4, touched } from './single-video.ts';

/** All benchmark scenes, in the order in which they run. To add a scene, create a file and add it here. */
export const scenes: readonly BenchScene[] = [copy, touched, direct, s1, s2, s3, s4, s5, s14k];

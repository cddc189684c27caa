import { bleachBypass } from './bleach-bypass.ts';
import { boost } from './boost.ts';
import { cinematic } from './cinematic.ts';
import { contrast } from './contrast.ts';
import { cool } from './cool.ts';
import { crossProcess } from './cross-process.ts';
import { darken } from './darken.ts';
import { dayForNight } from './day-for-night.ts';
import { faded } from './faded.ts';
import { filmPrint } from './film-print.ts';
import type { Filter } from './filter.ts';
import { goldenHour } from './golden-hour.ts';
import { grayscale } from './grayscale.ts';
import { lighten } from './lighten.ts';
import { mono } from './mono.ts';
import { muted } from './muted.ts';
import { negative } from './negative.ts';
import { noir } from './noir.ts';
import { none } from './none.ts';
import { pastel } from './pastel.ts';
import { sepia } from './sepia.ts';
import { tealOrange } from './teal-orange.ts';
import { vintage } from './vintage.ts';
import { vivid } from './vivid.ts';
import { warm } from './warm.ts';

/** Every filter, in the order of the list of names. One file and one line a filter. */
export const FILTERS: readonly Filter[] = [
  none,
  boost,
  contrast,
  muted,
  darken,
  lighten,
  grayscale,
  negative,
  sepia,
  warm,
  cool,
  vivid,
  faded,
  vintage,
  noir,
  mono,
  cinematic,
  tealOrange,
  bleachBypass,
  goldenHour,
  dayForNight,
  pastel,
  filmPrint,
  crossProcess,
];

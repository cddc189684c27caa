import { cancelsScenario } from './cancels.ts';
import { costlyMediaScenario } from './costly-media.ts';
import { editsScenario } from './edits.ts';
import { faultyStoreScenario } from './faulty-store.ts';
import { htmlAttacksScenario, htmlPreviewsScenario } from './html.ts';
import { killsScenario } from './kills.ts';
import { leavingScenario } from './leaving.ts';
import { longRangesScenario } from './long-ranges.ts';
import { outagesScenario, redisScenario } from './outages.ts';
import { promotionsScenario } from './promotions.ts';
import { quarantineScenario } from './quarantine.ts';
import { redisFailoversScenario } from './redis-failovers.ts';
import { releasesScenario } from './releases.ts';
import type { Scenario } from './scenario.ts';
import { schedulersScenario } from './schedulers.ts';
import { signalsScenario } from './signals.ts';
import { stragglersScenario } from './stragglers.ts';
import { tenantsScenario } from './tenants.ts';
import { uploadsScenario } from './uploads.ts';
import { zombieScenario } from './zombie.ts';

/** All scenarios, in the order of the results table. */
export const scenarios: readonly Scenario[] = [
  killsScenario,
  signalsScenario,
  zombieScenario,
  cancelsScenario,
  schedulersScenario,
  redisScenario,
  outagesScenario,
  redisFailoversScenario,
  promotionsScenario,
  faultyStoreScenario,
  leavingScenario,
  quarantineScenario,
  costlyMediaScenario,
  longRangesScenario,
  tenantsScenario,
  htmlPreviewsScenario,
  htmlAttacksScenario,
  uploadsScenario,
  stragglersScenario,
  editsScenario,
  releasesScenario,
];

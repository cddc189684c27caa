// A farm node in every respect but its lease, which says of its release what NODE_RELEASE says (JSON).
import { startRenderChild } from '@framemill/compositor/child';
import { joinFarm } from '../stack/join-farm.ts';

await joinFarm({ startChild: startRenderChild, release: JSON.parse(process.env.NODE_RELEASE ?? '') });

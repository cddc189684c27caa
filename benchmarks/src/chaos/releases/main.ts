// A farm node that differs only in its lease, whose version fields are those of NODE_RELEASE (JSON).
import { startRenderChild } from '@framemill/compositor/child';
import { joinFarm } from '../stack/join-farm.ts';

await joinFarm({ startChild: startRenderChild, release: JSON.parse(process.env.NODE_RELEASE ?? '') });

import {
  AV_CHANNEL_ORDER_AMBISONIC,
  AV_CHANNEL_ORDER_CUSTOM,
  AV_CHANNEL_ORDER_NATIVE,
  AV_SAMPLE_FMT_FLTP,
} from 'node-av/constants';
import { avChannelLayoutDefault, type ChannelLayout, SoftwareResampleContext } from 'node-av/lib';
import type { FilterStep } from '../media/filter-chain.ts';
import { SAMPLE_RATE } from './audio-format.ts';

/** How channels become left and right. */
export interface ChannelMix {
  /** The places they are taken to be at; null: where they say. */
  readonly places: ChannelLayout | null;
  /** What mixes them; null: the resampler does, by ITU-R BS.775. */
  readonly step: FilterStep | null;
}

/**
 * The mix of a layout. Channels without places, or with places from which nothing leads to left and right (surrounds alone), are taken in the usual order for
 * their number; where there is none, the first two are left and right.
 */
export function channelMix(layout: ChannelLayout): ChannelMix {
  const { order, nbChannels } = layout;
  // The library's own mono to stereo takes 3 dB off.
  if (nbChannels === 1) return { places: null, step: ['pan', 'stereo|c0=c0|c1=c0'] };
  // All around, and left minus right: together two cardioids that face the sides.
  if (order === AV_CHANNEL_ORDER_AMBISONIC) {
    return { places: null, step: ['pan', 'stereo|c0=0.5*c0+0.5*c1|c1=0.5*c0-0.5*c1'] };
  }
  // A list of channels in an order of its own lives in the frame: it cannot be handed on.
  if (order === AV_CHANNEL_ORDER_CUSTOM) return { places: null, step: null };
  if (order === AV_CHANNEL_ORDER_NATIVE && leadsToStereo(layout)) return { places: null, step: null };
  const places = avChannelLayoutDefault(nbChannels);
  return { places, step: leadsToStereo(places) ? null : ['pan', 'stereo|c0=c0|c1=c1'] };
}

function leadsToStereo(layout: ChannelLayout): boolean {
  const resampler = new SoftwareResampleContext();
  const stereo = avChannelLayoutDefault(2);
  const format = AV_SAMPLE_FMT_FLTP;
  const prepared = resampler.allocSetOpts2(stereo, format, SAMPLE_RATE, layout, format, SAMPLE_RATE);
  const leads = prepared >= 0 && resampler.init() >= 0;
  resampler.free();
  return leads;
}

import {
  AV_CHANNEL_ORDER_AMBISONIC,
  AV_CHANNEL_ORDER_CUSTOM,
  AV_CHANNEL_ORDER_NATIVE,
  AV_SAMPLE_FMT_FLTP,
} from 'node-av/constants';
import { avChannelLayoutDefault, type ChannelLayout, SoftwareResampleContext } from 'node-av/lib';
import type { FilterStep } from '../media/filter-chain.ts';
import { SAMPLE_RATE } from './audio-format.ts';

/** Conversion of a channel layout to left and right. */
export interface ChannelMix {
  /** Channel positions to use instead of the layout's own; null: use the layout's own. */
  readonly places: ChannelLayout | null;
  /** Filter that mixes the channels; null: the resampler mixes them by ITU-R BS.775. */
  readonly step: FilterStep | null;
}

/**
 * Returns the conversion of a channel layout to stereo. Channels without positions, or with positions that contribute
 * nothing to left and right (surround channels alone), are assumed to be in the usual order for their number. If there
 * is no usual order, the first two channels are left and right.
 */
export function channelMix(layout: ChannelLayout): ChannelMix {
  const { order, nbChannels } = layout;
  // The library's own conversion from mono to stereo reduces the level by 3 dB.
  if (nbChannels === 1) return { places: null, step: ['pan', 'stereo|c0=c0|c1=c0'] };
  // The omnidirectional channel and the one of left minus right: combined, two cardioids that face the sides.
  if (order === AV_CHANNEL_ORDER_AMBISONIC) {
    return { places: null, step: ['pan', 'stereo|c0=0.5*c0+0.5*c1|c1=0.5*c0-0.5*c1'] };
  }
  // The channel list of a custom order is stored in the frame and cannot be passed on.
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

import type { StreamState } from './stream-state.ts';

/** Maximum bit rate of the audio track, in bits per second. */
const audioBits = 192_000;

/** Returns the master playlist, which lists both tracks (RFC 8216). `codec` is that of the video. */
export function masterPlaylist({ segments, audio, width, height, fps }: StreamState, codec: string): string {
  const rates = segments.map(({ sizeBytes, durationSec }) => (sizeBytes * 8) / durationSec);
  const addedBits = audio === null ? 0 : audioBits;
  const bandwidth = Math.ceil(Math.max(...rates) + addedBits);
  const average = Math.ceil(rates.reduce((sum, rate) => sum + rate, 0) / rates.length + addedBits);
  const codecs = audio === null ? codec : `${codec},mp4a.40.2`;
  const group = audio === null ? '' : ',AUDIO="sound"';
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(audio === null
      ? []
      : [
          '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio.m3u8"',
        ]),
    `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},AVERAGE-BANDWIDTH=${average},CODECS="${codecs}",RESOLUTION=${width}x${height},FRAME-RATE=${fps.toFixed(3)}${group}`,
    'video.m3u8',
    '',
  ].join('\n');
}

/**
 * Returns the playlist of one track: of type EVENT while segments are added, then VOD.
 * Players start at its beginning.
 */
export function mediaPlaylist({ segments, isWhole, longestSec }: StreamState, track: 'video' | 'audio'): string {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(longestSec)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    `#EXT-X-PLAYLIST-TYPE:${isWhole ? 'VOD' : 'EVENT'}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-START:TIME-OFFSET=0,PRECISE=YES',
    ...segments.flatMap(({ durationSec, setupIndex }, index) => [
      // Initialisation segment, listed where it changes. All audio has the same one.
      ...(index === (track === 'video' ? setupIndex : 0) ? [`#EXT-X-MAP:URI="${track}-${index}.mp4"`] : []),
      `#EXTINF:${durationSec.toFixed(6)},`,
      `${track}-${index}.m4s`,
    ]),
    ...(isWhole ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n');
}

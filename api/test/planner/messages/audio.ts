import { anyOf, ask, clip, type MessageCase } from '../message-case.ts';

/** Messages about volume, ducking and audio fades. */
export const audioMessages: MessageCase[] = [
  ask('vlog', 'turn the music down a bit', clip('music', { volume: { between: [0.2, 0.95] } })),
  ask('vlog', 'set the music volume to 30%', clip('music', { volume: 0.3 })),
  ask('vlog', 'mute the beach clip', anyOf([clip('beach', { muted: true })], [clip('beach', { volume: 0 })])),
  ask('vlog', 'fade out the music over the last 3 seconds', clip('music', { fadeOut: 3 })),
  ask('vlog', 'fade the music in', clip('music', { fadeIn: { above: 0 } })),
  ask('podcast', 'duck the music under the voice', clip('music', { kfVolume: 'PRESENT' })),
  ask('podcast', 'lower the music whenever someone is speaking', clip('music', { kfVolume: 'PRESENT' })),
  ask('talk', 'the music is too loud', clip('music', { volume: { below: 1 } })),
  ask(
    'podcast',
    'normalize the audio',
    clip(['voice'], {}, ['volume', 'loudness']),
    clip(['music'], {}, ['volume', 'loudness']),
  ),
  ask('podcast', 'make the voice louder', clip('voice', { volume: { above: 1 } })),
  ask('podcast', 'boost the voice by 6 dB', clip('voice', { volume: { between: [1.9, 2.1] } })),
  ask('styled', 'unmute the third clip', clip('three', { muted: false })),
  ask('vlog', 'mute everything except the music', clip(['intro', 'beach', 'market', 'sunset'], { muted: true })),
  ask('cameras', 'mute camera b', anyOf([clip('camera-b', { muted: true })], [clip('camera-b', { volume: 0 })])),
  ask('podcast', 'reduce background noise in the voice', clip('voice', { chain: 'PRESENT' })),
];

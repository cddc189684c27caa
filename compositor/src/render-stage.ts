/** What a frame's time is spent on: decoding, handing pixels to the device, drawing, waiting for the picture, encoding. */
export type RenderStage = 'decode' | 'upload' | 'composite' | 'readBack' | 'encode';

/** Hears that a stage has ended, for whoever has a clock: the time since the last call was spent on it. */
export type StageListener = (ended: RenderStage) => void;

/** What a drag on a clip of the timeline does when no key is held. */
export type Tool = 'select' | 'ripple' | 'roll' | 'slip' | 'slide' | 'razor';

/** Tool that a drag on a timeline clip uses when no modifier key is pressed. */
export type Tool = 'select' | 'ripple' | 'roll' | 'slip' | 'slide' | 'razor';

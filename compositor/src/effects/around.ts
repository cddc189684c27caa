/**
 * Room of a colour that is cut to an outline: pixels. Pictures may reach out of their box (text does) and lines lie around
 * them; what the outline cuts off is never drawn, so that more costs nothing.
 */
export const around = 16_384;

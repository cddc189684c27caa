import { endCard, product, testimonial, verticalPromo } from './commercials.ts';
import type { Template } from './define-template.ts';
import { audiogram, beforeAfter, captions, slideshow, videoReview } from './footage.ts';
import { chart, countdown, news, quote } from './messages.ts';

export { isOfMedia, type Template, type TemplateVariable } from './define-template.ts';

/** All templates in the order in which they are listed. */
export const templates: readonly Template[] = [
  verticalPromo,
  product,
  slideshow,
  captions,
  quote,
  testimonial,
  videoReview,
  news,
  audiogram,
  countdown,
  chart,
  beforeAfter,
  endCard,
];

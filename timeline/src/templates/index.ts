import { audiogram } from './audiogram.ts';
import { beforeAfter } from './before-after.ts';
import { captions } from './captions.ts';
import { chart } from './chart.ts';
import { countdown } from './countdown.ts';
import type { Template } from './define-template.ts';
import { endCard } from './end-card.ts';
import { news } from './news.ts';
import { product } from './product.ts';
import { quote } from './quote.ts';
import { slideshow } from './slideshow.ts';
import { testimonial } from './testimonial.ts';
import { verticalPromo } from './vertical-promo.ts';
import { videoReview } from './video-review.ts';

export { isOfMedia, type Template, type TemplateVariable } from './define-template.ts';

/** All templates in the order of lists. Each template has one file, and one line here. */
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

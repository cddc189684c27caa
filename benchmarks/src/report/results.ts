import type { BatchFigures } from '../batch/batch-figures.ts';
import type { CrowdingFigures } from '../crowding/search.ts';
import type { Origin } from '../measure/machine.ts';
import type { ApiCommandsFigures } from '../suites/api-commands.ts';
import type { ApiPollFigures } from '../suites/api-poll.ts';
import type { ApiSoakFigures } from '../suites/api-soak.ts';
import type { EngineFigures } from '../suites/browser-engine.ts';
import type { BytesFigures } from '../suites/bytes.ts';
import type { EditFigures } from '../suites/edit.ts';
import type { GraphicsCardFigures } from '../suites/graphics-card.ts';
import type { PeerFigures } from '../suites/peers.ts';
import type { PreviewFigures } from '../suites/preview.ts';
import type { QuoteFigures } from '../suites/quotes.ts';
import type { ScaleFigures } from '../suites/scale.ts';
import type { ScalingResults } from '../suites/scaling.ts';
import type { LengthFigures } from '../suites/scene-figures.ts';
import type { ShortFilmFigures } from '../suites/short-films.ts';
import type { SimulatorFigures } from '../suites/simulator.ts';
import type { StudioFigure } from '../suites/studio.ts';
import type { TenancyFigures } from '../suites/tenancy.ts';
import type { ThroughputFigures } from '../suites/throughput.ts';
import type { TimelineFigures } from '../suites/timeline.ts';

/** All results of one `npm run bench`. Benchmarks that did not run are absent. */
export interface Results extends Origin {
  readonly runs: number;
  readonly lengths: readonly LengthFigures[];
  readonly apiPoll?: ApiPollFigures;
  readonly apiCommands?: ApiCommandsFigures;
  readonly apiSoak?: ApiSoakFigures;
  readonly tenancy?: readonly TenancyFigures[];
  readonly isolation?: CrowdingFigures;
  readonly edit?: readonly EditFigures[];
  readonly shortFilms?: readonly ShortFilmFigures[];
  readonly bytes?: readonly BytesFigures[];
  readonly peers?: PeerFigures;
  readonly preview?: PreviewFigures;
  readonly timeline?: TimelineFigures;
  readonly scaling?: ScalingResults;
  readonly simulator?: SimulatorFigures;
  readonly scale?: ScaleFigures;
  readonly throughput?: ThroughputFigures;
  readonly studio?: readonly StudioFigure[];
  readonly browserEngine?: EngineFigures;
  readonly batch?: BatchFigures;
  readonly quotes?: QuoteFigures;
  readonly graphicsCard?: GraphicsCardFigures;
}

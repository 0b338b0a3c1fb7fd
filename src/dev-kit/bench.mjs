/**
 * `npm run bench`: runs on Node 20 on a fresh clone; the measurements are in test/bench.
 */
import { main } from './hand-over.mjs';

main( '../../test/bench/bench.ts' );

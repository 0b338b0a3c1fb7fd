/**
 * `npm run bench`: runs on Node 20 on a fresh clone; the measurements are in test/bench.
 */
import { main } from './launcher.mjs';

main( '../../test/bench/bench.ts' );

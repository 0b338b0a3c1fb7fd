/**
 * `npm run test:clocks`: runs on Node 20 on a fresh clone; everything else is in clocks.ts.
 */
import { main } from './launcher.mjs';

main( 'clocks.ts' );

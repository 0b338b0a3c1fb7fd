/**
 * `npm start`: runs on Node 20 on a fresh clone; everything else is in start.ts.
 */
import { main } from './launcher.mjs';

main( 'start.ts' );

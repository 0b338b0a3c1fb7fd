/**
 * `npm test`: runs on Node 20 on a fresh clone; everything else is in checks.ts.
 */
import { main } from './launcher.mjs';

main( 'checks.ts' );

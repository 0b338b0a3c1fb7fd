/**
 * `npm run screenshots`: runs on Node 20 on a fresh clone; everything else is in screenshots.ts.
 */
import { main } from './launcher.mjs';

main( 'screenshots.ts' );

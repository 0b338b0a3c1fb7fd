/**
 * `npm run plugin-zip`: runs on Node 20 on a fresh clone; everything else is in plugin-zip.ts.
 */
import { main } from './launcher.mjs';

main( 'plugin-zip.ts' );

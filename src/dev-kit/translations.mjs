/**
 * `npm run translations`: runs on Node 20 on a fresh clone; everything else is in translations.ts.
 */
import { main } from './launcher.mjs';

main( 'translations.ts' );

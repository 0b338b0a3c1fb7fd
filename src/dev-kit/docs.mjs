/**
 * `npm run docs`: runs on Node 20 on a fresh clone; everything else is in docs.ts.
 */
import { main } from './launcher.mjs';

main( 'docs.ts' );

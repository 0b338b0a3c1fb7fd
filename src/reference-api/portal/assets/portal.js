/**
 * What the portal's pages gain with JavaScript: copying, dialogs, uploads with progress, live updates. Everything
 * else works without it.
 */
/* global history, location */
import { findAll } from './dom.js';
import './copy.js';
import './countdown.js';
import './counting.js';
import './dialogs.js';
import './forms.js';
import './live.js';
import './log.js';
import './menus.js';
import './upload.js';
import './webhooks.js';

document.documentElement.classList.add( 'js' );

// The result of the last form stands in the address; a reload need not repeat it.
const address = new URL( location.href );
if ( address.searchParams.has( 'done' ) ) {
	address.searchParams.delete( 'done' );
	address.searchParams.delete( 'n' );
	history.replaceState( null, '', address );
}

for ( const current of findAll(
	'.tabs [aria-current], .main-nav [aria-current]'
) ) {
	current.scrollIntoView( { block: 'nearest', inline: 'center' } );
}

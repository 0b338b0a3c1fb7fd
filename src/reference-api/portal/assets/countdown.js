/**
 * What is expected at a time counts down to it.
 */
import { durationWords } from './counting.js';
import { find, findAll } from './dom.js';

const SECOND_MS = 1000;

/** How far the server's clock is ahead of this one. */
const ahead = new Date( document.body.dataset.now ).getTime() - Date.now();

function countDown() {
	for ( const element of findAll( '[data-until]' ) ) {
		const left = new Date( element.dataset.until ) - Date.now() - ahead;
		element.textContent = durationWords( left + SECOND_MS - 1 );
	}
}

if ( find( 'body[data-now]' ) ) {
	setInterval( countDown, SECOND_MS );
}

/**
 * Durations and bars of what runs count on by themselves, without asking the server.
 */
import { find, findAll } from './dom.js';

const SECOND_MS = 1000;

/** How far the server's clock is ahead of this one. */
const ahead = new Date( document.body.dataset.now ).getTime() - Date.now();

/**
 * Says a duration in whole seconds, as the server does.
 *
 * @param {number} milliseconds How long.
 */
export function durationWords( milliseconds ) {
	const seconds = Math.max( 0, Math.floor( milliseconds / SECOND_MS ) );
	const minutes = Math.floor( seconds / 60 );
	if ( minutes === 0 ) {
		return `${ seconds } s`;
	}
	return minutes < 60
		? `${ minutes } min ${ seconds % 60 } s`
		: `${ Math.floor( minutes / 60 ) } h ${ minutes % 60 } min`;
}

const MAX_PROGRESS = 0.97;
const MIN_WIDTH = 1.5;

function count( element, now ) {
	const { since, whole, words } = element.dataset;
	const elapsed = now - new Date( since ).getTime();
	if ( whole === undefined ) {
		const said = durationWords( elapsed );
		element.textContent = words ? words.replace( '{}', said ) : said;
		return;
	}
	const share = elapsed / Number( whole );
	if ( element.matches( 'progress' ) ) {
		element.value = Math.min( share, MAX_PROGRESS );
	} else {
		const room = 100 - Number( element.getAttribute( 'x' ) );
		const width = Math.min( Math.max( share * 100, MIN_WIDTH ), room );
		element.setAttribute( 'width', width.toFixed( 2 ) );
	}
}

function countAll() {
	const now = Date.now() + ahead;
	for ( const element of findAll( '[data-since]' ) ) {
		count( element, now );
	}
}

if ( find( 'body[data-now]' ) ) {
	setInterval( countAll, SECOND_MS );
	document.addEventListener( 'visibilitychange', countAll );
}

/**
 * A build's log: it grows, and is followed until one scrolls up.
 */
/* global addEventListener, innerHeight, MutationObserver, scrollY */
import { find } from './dom.js';

/** More lines than that are too much for a page; the first of them leave it while its end is followed. */
const MAX_LINES = 20_000;

const log = find( '[data-append]' );
const button = find( '[data-follow]' );

let following = button !== null;

/** How far above the end somebody may be who still follows it. */
const NEAR_PX = 80;

function isNearEnd() {
	return log.getBoundingClientRect().bottom <= innerHeight + NEAR_PX;
}

function toEnd() {
	if ( ! isNearEnd() ) {
		log.lastElementChild?.scrollIntoView( { block: 'end' } );
	}
}

function follow( wanted ) {
	following = wanted;
	button.textContent = wanted ? 'Stop following' : 'Follow';
	const words = find( '[data-following]' );
	if ( words ) {
		words.hidden = ! wanted;
	}
	if ( wanted ) {
		toEnd();
	}
}

function showFirstError() {
	const first = find( '[data-first-error]' );
	if ( first ) {
		first.hidden = find( '.bad', log ) === null;
	}
}

/** The build has ended: there is nothing more to follow. */
function end() {
	following = false;
	button?.remove();
	find( '[data-following]' )?.remove();
	const empty = find( '[data-log-empty]' );
	if ( empty ) {
		empty.textContent = 'This build has no log.';
	}
}

function dropFirstLines() {
	while ( following && log.childElementCount > MAX_LINES ) {
		log.firstElementChild.remove();
	}
}

/**
 * Adds lines to the log.
 *
 * @param {{ lines: string, place: string }} grown Their markup, and where the next ones will go on.
 */
export function appendLines( { lines, place } ) {
	const wasNear = following;
	log.insertAdjacentHTML( 'beforeend', lines );
	log.dataset.append = place;
	if ( lines.trim() !== '' ) {
		find( '[data-log-empty]' )?.remove();
	}
	showFirstError();
	dropFirstLines();
	if ( wasNear ) {
		toEnd();
	}
}

function goToFirstError() {
	const line = find( '.bad', log );
	line?.scrollIntoView( { block: 'center' } );
	find( 'a', line )?.focus( { preventScroll: true } );
}

let lastTop = scrollY;

function watchScrolling() {
	const isUp = scrollY < lastTop;
	lastTop = scrollY;
	if ( following && isUp && ! isNearEnd() ) {
		follow( false );
	}
}

if ( log ) {
	showFirstError();
	addEventListener( 'scroll', watchScrolling, { passive: true } );
	document.addEventListener( 'click', ( { target } ) => {
		if ( target.closest( '[data-follow]' ) ) {
			follow( ! following );
		} else if ( target.closest( '[data-first-error]' ) ) {
			goToFirstError();
		}
	} );
	new MutationObserver( () => {
		if ( ! document.body.hasAttribute( 'data-running' ) ) {
			end();
		}
	} ).observe( document.body, { attributeFilter: [ 'data-running' ] } );
}

/**
 * Keeps the page up to date over one event stream: the server sends the parts that became different.
 */
/* global addEventListener, DOMParser, EventSource, location */
import { alarm, find, findAll, say } from './dom.js';
import { appendLines } from './log.js';
import { morph } from './morph.js';

const RETRY_MS = 3000;

const address = document.body.dataset.stream;

let stream = null;
let retry = null;
/** What the page shows, as the last event says. */
let seen = '';
let lastTime = new Date();

/* What is shown */

/** Parts that wait because they hold the focus or an open menu: markup by id. */
const waiting = new Map();

function isBusy( part ) {
	const focus = part.ownerDocument.activeElement;
	return (
		( part.contains( focus ) && focus !== document.body ) ||
		find( 'details.menu[open], .busy', part ) !== null
	);
}

function wordsIn( part, mark ) {
	return findAll( mark, part.parentElement ?? part )
		.filter( ( element ) => part.contains( element ) )
		.map( ( element ) => element.dataset.say ?? element.textContent )
		.map( ( words ) => words.replace( /\s+/g, ' ' ).trim() );
}

function speakNew( before, after, speak ) {
	const fresh = after.filter(
		( words ) => words !== '' && ! before.includes( words )
	);
	if ( fresh.length > 0 ) {
		speak( fresh.join( ' ' ) );
	}
}

function showPart( id, markup ) {
	const part = document.getElementById( id );
	if ( ! part ) {
		return;
	}
	if ( isBusy( part ) ) {
		waiting.set( id, markup );
		return;
	}
	waiting.delete( id );
	const template = document.createElement( 'template' );
	template.innerHTML = markup;
	const said = wordsIn( part, '[data-say]' );
	const alarmed = wordsIn( part, '[data-alarm]' );
	morph( part, template.content.firstElementChild );
	speakNew( said, wordsIn( part, '[data-say]' ), say );
	speakNew( alarmed, wordsIn( part, '[data-alarm]' ), alarm );
}

function showWaiting() {
	for ( const [ id, markup ] of [ ...waiting ] ) {
		showPart( id, markup );
	}
}

// The focus is between two elements while this is told.
document.addEventListener( 'focusout', () => setTimeout( showWaiting ) );
document.addEventListener( 'toggle', () => setTimeout( showWaiting ), true );

function showHead( markup ) {
	const page = new DOMParser().parseFromString( markup, 'text/html' );
	for ( const mark of [ 'title', 'link[rel="icon"]' ] ) {
		const fresh = find( mark, page );
		if ( fresh ) {
			find( mark ).replaceWith( document.adoptNode( fresh ) );
		}
	}
}

function showUpdate( { data, lastEventId } ) {
	const { head, parts, grown, running } = JSON.parse( data );
	seen = lastEventId;
	document.body.toggleAttribute( 'data-running', running );
	if ( head ) {
		showHead( head );
	}
	if ( grown ) {
		appendLines( grown );
	}
	for ( const [ id, markup ] of Object.entries( parts ) ) {
		showPart( id, markup );
	}
}

/* The connection */

function showConnection( isLost ) {
	const box = find( '.lost' );
	if ( ! isLost ) {
		box?.remove();
		lastTime = new Date();
	} else if ( ! box ) {
		const words = document.createElement( 'p' );
		const time = lastTime.toLocaleTimeString( 'en-GB', {
			timeStyle: 'short',
		} );
		words.className = 'lost';
		words.textContent = `Not connected. Showing ${ time }. Trying again.`;
		document.body.append( words );
		alarm( words.textContent );
	}
}

/** Says what the page shows, from its marks. */
function stateOfPage() {
	const state = new URLSearchParams( {
		head: document.body.dataset.head ?? '',
		place: find( '[data-append]' )?.dataset.append ?? '',
	} );
	for ( const { id, dataset } of findAll( '[data-live]' ) ) {
		state.append( 'part', `${ id } ${ dataset.live }` );
	}
	return state.toString();
}

function pageAddress() {
	const { pathname, searchParams } = new URL( location.href );
	searchParams.delete( 'from' );
	const query = searchParams.toString();
	return query === '' ? pathname : `${ pathname }?${ query }`;
}

function close() {
	clearTimeout( retry );
	stream?.close();
	stream = null;
}

/** The stream was refused: the session has ended, or the server has not come back yet. */
async function reopen() {
	close();
	try {
		const { status } = await fetch( location.href, { method: 'HEAD' } );
		if ( status < 500 && status !== 200 ) {
			location.reload();
			return;
		}
	} catch {
		showConnection( true );
	}
	retry = setTimeout( open, RETRY_MS );
}

function open() {
	if ( stream || document.hidden ) {
		return;
	}
	const query = new URLSearchParams( {
		page: pageAddress(),
		state: seen || stateOfPage(),
	} );
	stream = new EventSource( `${ address }?${ query }` );
	stream.addEventListener( 'open', () => showConnection( false ) );
	stream.addEventListener( 'message', showUpdate );
	stream.addEventListener( 'gone', () => location.reload() );
	stream.addEventListener( 'error', () => {
		showConnection( true );
		if ( stream?.readyState === EventSource.CLOSED ) {
			reopen();
		}
	} );
}

if ( address && find( '[data-live]' ) ) {
	open();
	document.addEventListener( 'visibilitychange', () =>
		document.hidden ? close() : open()
	);
	addEventListener( 'pagehide', close );
	addEventListener( 'pageshow', open );
}

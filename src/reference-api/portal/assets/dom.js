/**
 * Small helpers of all modules.
 */

/**
 * Finds the first element.
 *
 * @param {string}             selector What to look for.
 * @param {Document | Element} root     Where.
 */
export const find = ( selector, root = document ) =>
	root.querySelector( selector );

/**
 * Finds all elements.
 *
 * @param {string}             selector What to look for.
 * @param {Document | Element} root     Where.
 */
export const findAll = ( selector, root = document ) => [
	...root.querySelectorAll( selector ),
];

/** Two messages that come at once are both spoken. */
let waiting = [];

function speak( region, words ) {
	waiting.push( words );
	setTimeout( () => {
		if ( waiting.length > 0 ) {
			find( region ).textContent = waiting.join( ' ' );
			waiting = [];
		}
	} );
}

/**
 * Speaks words to screen readers when they have nothing else to say.
 *
 * @param {string} words The words.
 */
export const say = ( words ) => speak( '[data-speaker]', words );

/**
 * Speaks a failure at once.
 *
 * @param {string} words The words.
 */
export const alarm = ( words ) => {
	find( '[data-alarm].speaker' ).textContent = words;
};

/** The icon of a failure, as the server draws it. */
const FAILED_ICON =
	'<svg class="icon icon-failed" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M5 .8h6L15.2 5v6L11 15.2H5L.8 11V5z"/><path class="cut" d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8"/></svg>';

/**
 * Makes a red line that tells a failure.
 *
 * @param {string} lead  What went wrong, in bold.
 * @param {string} words The rest.
 */
export function badNotice( lead, words ) {
	const notice = document.createElement( 'p' );
	const text = document.createElement( 'span' );
	const strong = document.createElement( 'strong' );
	notice.className = 'notice bad';
	notice.setAttribute( 'role', 'alert' );
	strong.textContent = lead;
	text.append( strong, ' ', words );
	notice.innerHTML = FAILED_ICON;
	notice.append( text );
	return notice;
}

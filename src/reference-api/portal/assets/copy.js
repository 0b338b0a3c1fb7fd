/**
 * Buttons that copy something: what stands in them, or what an address answers.
 */
import { find, say } from './dom.js';

const COPIED_MS = 2000;

async function fetchText( address ) {
	const response = await fetch( address );
	if ( ! response.ok ) {
		throw new Error( 'It could not be fetched.' );
	}
	return response.text();
}

/**
 * Copies text and says so on the button.
 *
 * @param {HTMLElement}                      button The button.
 * @param {() => string | Promise< string >} text   Finds the text.
 */
export async function copy( button, text ) {
	const label = find( 'span', button ) ?? button;
	label.dataset.words ??= label.textContent;
	try {
		await navigator.clipboard.writeText( await text() );
		label.textContent = 'Copied';
		say( `Copied ${ button.dataset.copyName ?? 'it' }.` );
	} catch {
		label.textContent = 'Not copied';
		say( 'It could not be copied.' );
	}
	setTimeout( () => {
		label.textContent = label.dataset.words;
	}, COPIED_MS );
}

document.addEventListener( 'click', ( { target } ) => {
	const button = target.closest( '[data-copy], [data-copy-log]' );
	if ( button?.dataset.copyLog ) {
		copy( button, () => fetchText( button.dataset.copyLog ) );
	} else if ( button ) {
		copy( button, () => button.dataset.copy );
	}
} );

/**
 * Questions open as dialogs over the page that asks; without the script they are pages of their own.
 */
/* global DOMParser, location */
import { find } from './dom.js';

async function fetchQuestion( address ) {
	const response = await fetch( address );
	const page = new DOMParser().parseFromString(
		await response.text(),
		'text/html'
	);
	return response.ok ? find( '[data-confirm]', page ) : null;
}

/**
 * Finds where the focus begins: where something has to be typed, else on the safe choice.
 *
 * @param {HTMLDialogElement} dialog The dialog.
 */
function firstFocus( dialog ) {
	return (
		find( '[autofocus]', dialog ) ??
		find( 'input:not([type="hidden"]), select, textarea', dialog ) ??
		find( '[data-dialog-close]', dialog )
	);
}

async function openDialog( link ) {
	const question = await fetchQuestion( link.href ).catch( () => null );
	if ( question === null ) {
		location.assign( link.href );
		return;
	}
	const dialog = document.createElement( 'dialog' );
	const title = find( 'h1', question );
	dialog.setAttribute( 'aria-labelledby', title.id );
	// The page below has its own first heading.
	const heading = document.createElement( 'h2' );
	heading.id = title.id;
	heading.append( ...title.childNodes );
	title.replaceWith( heading );
	question.removeAttribute( 'aria-labelledby' );
	dialog.append( document.adoptNode( question ) );
	document.body.append( dialog );
	dialog.addEventListener( 'close', () => {
		dialog.remove();
		link.focus();
	} );
	dialog.showModal();
	firstFocus( dialog )?.focus();
}

document.addEventListener( 'click', ( event ) => {
	const { target } = event;
	const question = target.closest( 'a[data-dialog]' );
	const isNewTab = event.ctrlKey || event.metaKey || event.shiftKey;
	if ( question && ! isNewTab ) {
		event.preventDefault();
		openDialog( question );
	} else if ( target.closest( 'dialog [data-dialog-close]' ) ) {
		event.preventDefault();
		target.closest( 'dialog' ).close();
	}
} );

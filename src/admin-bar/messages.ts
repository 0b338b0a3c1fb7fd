import { speak } from '@wordpress/a11y';
import type { RunResponse } from '../shared/wire.ts';
import { __ } from '../ui/i18n.ts';

/** The result of a request, as text. */
export interface Message {
	kind: RunResponse[ 'severity' ];
	text: string;
}

interface WpData {
	dispatch: (
		store: string
	) => Record< string, ( ...args: unknown[] ) => unknown > | null;
}

declare global {
	interface Window {
		/** The scripts of WordPress, if the page has them. */
		wp?: { data?: WpData };
	}
}

const ID = 'headless-deploy-message';
const TOAST_MS = 8_000;

/** Pages that show the notices of `core/notices`. */
const SNACKBAR_PAGE_SELECTOR =
	'#headless-deploy-root, #headless-deploy-classic, .block-editor, .edit-site';

/** Returns the actions of a store of WordPress, or null if the page has no such store. */
export function actionsOf( store: string ): ReturnType< WpData[ 'dispatch' ] > {
	try {
		return window.wp?.data?.dispatch( store ) ?? null;
	} catch {
		return null;
	}
}

function closeButton( box: HTMLElement ): HTMLButtonElement {
	const button = document.createElement( 'button' );
	button.type = 'button';
	button.className = 'notice-dismiss';
	const label = document.createElement( 'span' );
	label.className = 'screen-reader-text';
	label.textContent = __( 'Dismiss this notice.', 'headless-deploy' );
	button.append( label );
	button.addEventListener( 'click', () => box.remove() );
	return button;
}

function replaceBox( { kind, text }: Message, className: string ): HTMLElement {
	document.getElementById( ID )?.remove();
	const box = document.createElement( 'div' );
	box.id = ID;
	box.className = `${ className } headless-deploy-message headless-deploy-message--${ kind }`;
	const label = document.createElement( 'p' );
	label.textContent = text;
	box.append( label );
	return box;
}

/** Shows a notice as wp-admin's own, below the page's heading. */
function showNotice( message: Message ): boolean {
	const wrap = document.querySelector( '#wpbody-content .wrap' );
	if ( wrap === null ) {
		return false;
	}
	const box = replaceBox(
		message,
		`notice notice-${ message.kind } is-dismissible`
	);
	box.append( closeButton( box ) );
	const heading = wrap.querySelector( '.wp-header-end, h1, h2' );
	if ( heading === null ) {
		wrap.prepend( box );
	} else {
		heading.after( box );
	}
	return true;
}

/** Shows the message below the admin bar, on the site itself. */
function showToast( message: Message ): void {
	const box = replaceBox( message, 'headless-deploy-toast' );
	document.body.append( box );
	if ( message.kind !== 'error' ) {
		setTimeout( () => box.remove(), TOAST_MS );
	} else {
		box.append( closeButton( box ) );
	}
}

/** Shows the result of a request where this page shows messages, and speaks it to screen readers. */
export function showMessage( message: Message ): void {
	const notices = document.querySelector( SNACKBAR_PAGE_SELECTOR )
		? actionsOf( 'core/notices' )
		: null;
	if ( notices?.createNotice ) {
		notices.createNotice( message.kind, message.text, {
			id: 'headless-deploy-request',
			type: 'snackbar',
			explicitDismiss: message.kind === 'error',
		} );
		return;
	}
	if ( ! showNotice( message ) ) {
		showToast( message );
	}
	speak( message.text, message.kind === 'error' ? 'assertive' : 'polite' );
}

/**
 * The full URLs of webhooks: fetched when they are asked for, and never part of the page.
 */
import { copy } from './copy.js';
import { alarm, find, findAll } from './dom.js';

let fetched = null;

async function webhookUrls() {
	if ( fetched === null ) {
		const box = find( '[data-webhooks]' );
		const response = await fetch( box.dataset.webhooks, {
			method: 'POST',
			headers: { accept: 'application/json' },
			cache: 'no-store',
		} );
		if ( ! response.ok ) {
			throw new Error(
				'The URLs could not be fetched. Reload the page.'
			);
		}
		fetched = await response.json();
	}
	return fetched;
}

async function toggleUrls( form ) {
	const button = find( 'button', form );
	const fields = findAll( '[data-webhook]' );
	if ( button.textContent.startsWith( 'Hide' ) ) {
		for ( const field of fields ) {
			field.replaceChildren( ...field.masked );
		}
		button.textContent = 'Show full URLs';
		return;
	}
	const urls = await webhookUrls();
	for ( const field of fields ) {
		field.masked = [ ...field.childNodes ];
		field.textContent = urls[ field.dataset.webhook ];
	}
	button.textContent = 'Hide full URLs';
}

document.addEventListener( 'click', ( { target } ) => {
	const button = target.closest( '[data-copy-webhook]' );
	if ( button ) {
		const { copyWebhook } = button.dataset;
		copy( button, async () => ( await webhookUrls() )[ copyWebhook ] );
	}
} );

document.addEventListener( 'submit', ( event ) => {
	if ( 'showUrls' in event.target.dataset ) {
		event.preventDefault();
		toggleUrls( event.target ).catch( ( error ) => alarm( error.message ) );
	}
} );

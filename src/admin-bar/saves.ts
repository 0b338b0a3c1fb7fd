/** Actions of `admin-ajax.php` by which lists and term screens save without a new page. */
const SAVES = new Set( [
	'inline-save',
	'inline-save-tax',
	'add-tag',
	'delete-tag',
	'update-theme',
] );

interface JQueryOnDocument {
	on: (
		type: 'ajaxSuccess',
		listener: (
			event: unknown,
			request: unknown,
			settings: { data?: unknown }
		) => void
	) => void;
}

declare global {
	interface Window {
		jQuery?: ( target: Document ) => JQueryOnDocument;
	}
}

/**
 * Calls back after each save that wp-admin makes without a new page, for example by Quick Edit.
 *
 * @param saved Called once per save.
 */
export function afterSaves( saved: () => void ): void {
	window
		.jQuery?.( document )
		.on( 'ajaxSuccess', ( _event, _request, { data } ) => {
			const action =
				typeof data === 'string'
					? new URLSearchParams( data ).get( 'action' )
					: null;
			if ( action !== null && SAVES.has( action ) ) {
				saved();
			}
		} );
}

import apiFetch from '@wordpress/api-fetch';

/** Resources that editors save besides the post: templates, patterns, menus, styles, the site's title. */
const SITE_CONTENT =
	/^\/?wp\/v2\/(?:templates|template-parts|blocks|navigation|global-styles|settings)(?:[/?]|$)/;

const WRITES: readonly string[] = [ 'POST', 'PUT', 'PATCH', 'DELETE' ];

/** Receives each write of such a resource. */
export interface SiteSaveListener {
	onBegin: () => void;
	onEnd: ( hasSucceeded: boolean ) => void;
}

const listeners = new Set< SiteSaveListener >();
let isWatching = false;

function isWrite( path: string, method: string ): boolean {
	return (
		WRITES.includes( method.toUpperCase() ) &&
		SITE_CONTENT.test( path ) &&
		! path.includes( '/autosaves' )
	);
}

/** The editor saves several resources at once, and its store has no public events for styles and menus. */
function watch(): void {
	apiFetch.use( async ( options, next ) => {
		if ( ! isWrite( options.path ?? '', options.method ?? 'GET' ) ) {
			return next( options );
		}
		let hasSucceeded = false;
		listeners.forEach( ( { onBegin } ) => onBegin() );
		try {
			const answer: unknown = await next( options );
			hasSucceeded = true;
			return answer;
		} finally {
			listeners.forEach( ( { onEnd } ) => onEnd( hasSucceeded ) );
		}
	} );
}

/** Reports when such a resource is saved. */
export function watchSaves( listener: SiteSaveListener ): () => void {
	if ( ! isWatching ) {
		isWatching = true;
		watch();
	}
	listeners.add( listener );
	return () => listeners.delete( listener );
}

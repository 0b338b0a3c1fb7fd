import type { FastifyInstance } from 'fastify';

/**
 * Turns a route's address into a pattern: `:name`, `:name(pattern)`, `::` for a colon, `*`.
 *
 * @param url The address.
 */
function toPattern( url: string ): RegExp {
	const source = url.replace(
		/::|:\w+(?:\(([^)]*)\))?|\*|[.+?^${}()|[\]\\]/g,
		( part, own: string | undefined ) => {
			if ( part === '::' ) {
				return ':';
			}
			if ( part === '*' ) {
				return '.*';
			}
			return part.startsWith( ':' ) ? ( own ?? '[^/]+' ) : `\\${ part }`;
		}
	);
	return new RegExp( `^${ source }$` );
}

/** Remembers which methods an address has, so that a wrong one can be answered 405 instead of 404. */
export class KnownRoutes {
	readonly #routes: { pattern: RegExp; methods: string[] }[] = [];

	/**
	 * Watches the routes that are registered from now on.
	 *
	 * @param app The server.
	 */
	watch( app: FastifyInstance ): void {
		app.addHook( 'onRoute', ( { url, method } ) => {
			const methods = Array.isArray( method ) ? method : [ method ];
			this.#routes.push( { pattern: toPattern( url ), methods } );
		} );
	}

	/**
	 * Answers the methods that an address has.
	 *
	 * @param path The address, without a query.
	 */
	methodsOf( path: string ): string[] {
		const methods = this.#routes
			.filter( ( { pattern } ) => pattern.test( path ) )
			.flatMap( ( route ) => route.methods );
		return [ ...new Set( methods ) ].sort();
	}
}

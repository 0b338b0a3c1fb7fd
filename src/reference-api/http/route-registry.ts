import type { FastifyInstance, RouteOptions } from 'fastify';

/** Turns a route's address into a pattern: `:name`, `:name(pattern)`, `::` for a colon, `*`. */
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

/** Remembers all routes, so that a wrong method can be answered 405 instead of 404. */
export class RouteRegistry {
	readonly #routes: {
		pattern: RegExp;
		methods: string[];
		options: RouteOptions;
	}[] = [];

	/** Watches the routes that are registered from now on. */
	watch( app: FastifyInstance ): void {
		app.addHook( 'onRoute', ( options ) => {
			const { url, method } = options;
			const methods = Array.isArray( method ) ? method : [ method ];
			const pattern = toPattern( url );
			this.#routes.push( { pattern, methods, options } );
		} );
	}

	all(): RouteOptions[] {
		return this.#routes.map( ( { options } ) => options );
	}

	/** Returns the methods of a path. */
	methodsOf( path: string ): string[] {
		const methods = this.#routes
			.filter( ( { pattern } ) => pattern.test( path ) )
			.flatMap( ( route ) => route.methods );
		return [ ...new Set( methods ) ].sort();
	}
}

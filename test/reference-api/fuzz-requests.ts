/**
 * Creates invalid requests from the OpenAPI document and from lists of known attacks.
 */
import { METHODS } from 'node:http';
import type { Random } from './seeded-random.ts';

export interface FuzzRequest {
	method: string;
	url: string;
	headers: [ string, string ][];
	body: Buffer | null;
}

/** A route as the document of the API tells it. */
export interface FuzzRoute {
	method: string;
	path: string;
	/** Names of what may stand in its query. */
	query: string[];
	/** The schema of its body, if it has one. */
	body: Schema | null;
}

interface Schema {
	$ref?: string;
	type?: string;
	properties?: Record< string, Schema >;
	items?: Schema;
	anyOf?: Schema[];
	enum?: unknown[];
	examples?: unknown[];
	const?: unknown;
}

interface Operation {
	parameters?: { name: string; in: string }[];
	requestBody?: { content: Record< string, { schema: Schema } > };
}

export interface OpenApi {
	paths: Record< string, Record< string, Operation > >;
}

/** What names and values may be that break careless programs. */
const NASTY = [
	'',
	'..',
	'../../etc/passwd',
	'%00',
	'%zz',
	'%ff%fe',
	'%2e%2e%2f',
	'%252e',
	'__proto__',
	'constructor',
	'toString',
	'null',
	'undefined',
	'NaN',
	'-1',
	'0',
	'1e308',
	'9007199254740993',
	'99999999999999999999999',
	'true',
	':',
	'::upload',
	'*',
	'<script>alert(1)</script>',
	"'; DROP TABLE builds; --",
	'\u202e',
	'\u0000',
	'💥',
	'ä',
	'a'.repeat( 300 ),
	'a'.repeat( 5000 ),
	'\ud800',
	'{}',
	'[]',
	' ',
	'\n',
	'\\',
	'"',
	'${7*7}',
	'https://evil.example/',
] as const;

const CONTENT_TYPES = [
	'application/json',
	'application/json',
	'application/json',
	'application/json; charset=utf-16',
	'application/json; charset',
	'text/plain',
	'application/x-www-form-urlencoded',
	'multipart/form-data',
	'multipart/form-data; boundary=',
	'multipart/form-data; boundary=edge',
	'multipart/form-data; boundary="edge',
	'application/xml',
	'application/octet-stream',
	'*/*',
	'garbage',
	'',
	'a'.repeat( 2000 ),
];

const HEADERS: readonly [ string, readonly string[] ][] = [
	[ 'accept', [ 'application/json', 'text/html', '*/*;q=x', '\u0080' ] ],
	[ 'accept-encoding', [ 'gzip', 'br;q=9', ',,,' ] ],
	[ 'content-encoding', [ 'gzip', 'deflate', 'nonsense' ] ],
	[
		'cookie',
		[ 'a', 'headless_deploy_session_1=x', '=;=;', 'x'.repeat( 4000 ) ],
	],
	[ 'origin', [ 'null', 'https://evil.example', 'http://127.0.0.1' ] ],
	[ 'sec-fetch-site', [ 'cross-site', 'same-origin', 'none', '?' ] ],
	[ 'range', [ 'bytes=0-', 'bytes=9-1', 'x' ] ],
	[ 'if-none-match', [ '*', 'W/"x"', '"' ] ],
	[ 'if-modified-since', [ 'yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT' ] ],
	[ 'x-http-method-override', [ 'DELETE' ] ],
	[ 'x-forwarded-host', [ 'evil.example' ] ],
	[ 'last-event-id', [ 'x', '-1', '%zz', '9'.repeat( 400 ) ] ],
	[ 'expect', [ '100-continue', 'cookies' ] ],
	[ 'referer', [ 'javascript:alert(1)' ] ],
	[ 'user-agent', [ '', 'curl/8', '\u00ff'.repeat( 500 ) ] ],
	[
		'authorization',
		[
			'',
			'Basic',
			'Basic !!!',
			'Basic Og==',
			'Bearer x',
			'basic c2FtOg==',
		],
	],
];

const BODIES = [
	'',
	'{',
	'null',
	'true',
	'0',
	'"x"',
	'[]',
	'{}',
	'{"a":1,"a":2}',
	'{"__proto__":{"x":1}}',
	'{"constructor":{"prototype":{}}}',
	'\ufeff{}',
	'{"region":"regions/UK","uploadable":{}}x',
	'[1e999]',
	'{"name":"\\ud800"}',
	'--edge\r\n',
	'--edge\r\nContent-Disposition: form-data; name="repository"\r\n\r\nx\r\n--edge--\r\n',
	'--edge\r\nContent-Disposition: form-data; name="repository"; filename="a.zip"\r\n\r\nPK\r\n--edge--\r\n',
	'--edge\r\nContent-Disposition: form-data; name="__proto__"; filename="../a"\r\n\r\nPK\r\n--edge--\r\n',
	`${ '['.repeat( 50_000 ) }`,
	`{"a":${ '{"a":'.repeat( 5000 ) }1${ '}'.repeat( 5000 ) }}`,
	`{"name":"${ 'x'.repeat( 1_100_000 ) }"}`,
	'a=b&c=%zz&=&&',
	'name=x&password=&role=write',
	'\u0000\u0001\u0002',
];

export function routesOf( document: OpenApi ): FuzzRoute[] {
	return Object.entries( document.paths ).flatMap( ( [ path, methods ] ) =>
		Object.entries( methods ).map( ( [ method, operation ] ) => ( {
			method: method.toUpperCase(),
			path,
			query: ( operation.parameters ?? [] ).flatMap( ( parameter ) =>
				parameter.in === 'query' ? [ parameter.name ] : []
			),
			body:
				operation.requestBody?.content[ 'application/json' ]?.schema ??
				null,
		} ) )
	);
}

/** Creates the requests of one run. */
export class Fuzzer {
	readonly #random: Random;
	readonly #known: Readonly< Record< string, string > >;

	/**
	 * Begins.
	 *
	 * @param random Where chance comes from.
	 * @param known  Values of parameters that exist, by their names.
	 */
	constructor( random: Random, known: Readonly< Record< string, string > > ) {
		this.#random = random;
		this.#known = known;
	}

	make( route: FuzzRoute ): FuzzRequest {
		const random = this.#random;
		const method = random.chance( 0.9 )
			? route.method
			: random.pick( METHODS.filter( ( name ) => name !== 'CONNECT' ) );
		const path = route.path.replace(
			/\{([^}]+)\}/g,
			( _all, name: string ) => this.#param( name )
		);
		const hasBody =
			! [ 'GET', 'HEAD' ].includes( method ) || random.chance( 0.05 );
		const body = hasBody ? this.#body( route.body ) : null;
		return {
			method,
			url: path + this.#query( route.query ),
			headers: this.#headers( body !== null ),
			body,
		};
	}

	#nasty(): string {
		return this.#random.pick( NASTY );
	}

	#escaped( text: string ): string {
		// Half of them as they are, as far as a request's first line takes it.
		if ( this.#random.chance( 0.5 ) ) {
			return text.replace( /[^!-~]|[?#]/g, '' );
		}
		return encodeURIComponent( text.toWellFormed() );
	}

	#param( name: string ): string {
		const known = this.#known[ name ];
		return known !== undefined && this.#random.chance( 0.7 )
			? known
			: this.#escaped( this.#nasty() );
	}

	#query( names: readonly string[] ): string {
		const random = this.#random;
		const pairs: string[] = [];
		while ( random.chance( 0.5 ) && pairs.length < 20 ) {
			const name =
				names.length > 0 && random.chance( 0.8 )
					? random.pick( names )
					: this.#escaped( this.#nasty() );
			const odd = random.pick( [ '', '', '', '[]', '[a]', '%5B0%5D' ] );
			pairs.push(
				`${ name }${ odd }=${ this.#escaped( this.#nasty() ) }`
			);
		}
		return pairs.length > 0 ? `?${ pairs.join( '&' ) }` : '';
	}

	#headers( hasBody: boolean ): [ string, string ][] {
		const random = this.#random;
		const headers: [ string, string ][] = [];
		if ( hasBody && random.chance( 0.9 ) ) {
			const type = random.chance( 0.6 )
				? 'application/json'
				: random.pick( CONTENT_TYPES );
			headers.push( [ 'content-type', type ] );
		}
		while ( random.chance( 0.3 ) && headers.length < 10 ) {
			const [ name, values ] = random.pick( HEADERS );
			if ( ! headers.some( ( [ known ] ) => known === name ) ) {
				headers.push( [ name, random.pick( values ) ] );
			}
		}
		return headers;
	}

	#body( schema: Schema | null ): Buffer {
		const random = this.#random;
		if ( schema === null || random.chance( 0.3 ) ) {
			return Buffer.from( random.pick( BODIES ) );
		}
		const value = this.#value( schema, 0 );
		const text = JSON.stringify( value ) ?? '';
		return Buffer.from(
			random.chance( 0.05 ) ? text.slice( 0, -1 ) : text
		);
	}

	/**
	 * Creates a value that fits a schema mostly.
	 *
	 * @param depth How deep it lies.
	 */
	#value( schema: Schema, depth: number ): unknown {
		const random = this.#random;
		if ( random.chance( 0.12 ) || depth > 6 ) {
			return this.#anything();
		}
		if ( schema.const !== undefined ) {
			return schema.const;
		}
		if ( schema.examples?.length ) {
			return random.pick( schema.examples );
		}
		if ( schema.enum?.length ) {
			return random.pick( schema.enum );
		}
		if ( schema.anyOf?.length ) {
			return this.#value( random.pick( schema.anyOf ), depth + 1 );
		}
		switch ( schema.type ) {
			case 'object':
				return this.#object( schema.properties ?? {}, depth );
			case 'array':
				return Array.from( { length: random.below( 4 ) }, () =>
					this.#value( schema.items ?? {}, depth + 1 )
				);
			case 'integer':
			case 'number':
				return random.pick( [ 0, 1, 200, 503, 0.5, -1, 1e21 ] );
			case 'boolean':
				return random.chance( 0.5 );
			case 'null':
				return null;
			default:
				return this.#nasty();
		}
	}

	#object(
		properties: Record< string, Schema >,
		depth: number
	): Record< string, unknown > {
		const random = this.#random;
		const entries = Object.entries( properties )
			.filter( () => random.chance( 0.85 ) )
			.map( ( [ name, part ] ) => [
				name,
				this.#value( part, depth + 1 ),
			] );
		if ( random.chance( 0.1 ) ) {
			entries.push( [ this.#nasty(), this.#anything() ] );
		}
		return Object.fromEntries( entries );
	}

	#anything(): unknown {
		return this.#random.pick( [
			null,
			true,
			0,
			-1,
			1e308,
			'',
			[],
			{},
			[ [ [] ] ],
			{ length: 1e9 },
			this.#nasty(),
			this.#nasty(),
			'x'.repeat( 40_000 ),
		] );
	}
}

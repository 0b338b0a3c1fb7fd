/** Reads the OpenAPI document of the platform: its operations by chapter. */

/** As much of a JSON schema as the API page tells. */
export interface Schema {
	$ref?: string;
	type?: string | string[];
	format?: string;
	description?: string;
	enum?: unknown[];
	const?: unknown;
	default?: unknown;
	examples?: unknown[];
	example?: unknown;
	properties?: Record< string, Schema >;
	required?: string[];
	items?: Schema;
	anyOf?: Schema[];
	oneOf?: Schema[];
	allOf?: Schema[];
	additionalProperties?: boolean | Schema;
	minLength?: number;
	maxLength?: number;
	minimum?: number;
	maximum?: number;
	pattern?: string;
}

export interface Parameter {
	name: string;
	in: string;
	required?: boolean;
	description?: string;
	schema?: Schema;
	example?: unknown;
}

/** What a request or an answer carries. */
export interface Body {
	description?: string;
	content?: Record< string, { schema?: Schema } >;
}

/** An operation as the document has it. */
export interface Operation {
	operationId?: string;
	summary?: string;
	description?: string;
	tags?: string[];
	parameters?: Parameter[];
	requestBody?: Body;
	responses?: Record< string, Body >;
	security?: Record< string, unknown >[];
}

export interface OpenApiDocument {
	info?: { description?: string; version?: string };
	tags?: { name: string; description?: string }[];
	paths?: Record< string, Record< string, Operation > >;
	components?: { schemas?: Record< string, Schema > };
	security?: Record< string, unknown >[];
}

/** An operation with where it lies. */
export interface DocumentedOperation extends Operation {
	method: string;
	path: string;
	/** For links to it. */
	anchor: string;
	/** Another path of the same operation, or empty. */
	alias: string;
	/** What it wants: the API user's credentials, the token of its URL, or nothing. */
	access: 'user' | 'token' | 'open';
}

export interface Chapter {
	name: string;
	description: string;
	anchor: string;
	operations: DocumentedOperation[];
}

const METHODS = [ 'get', 'post', 'put', 'patch', 'delete' ];
const OTHER = 'Others';

function anchorOf( words: string ): string {
	return words
		.replace( /([a-z])([A-Z])/g, '$1-$2' )
		.replace( /[^A-Za-z0-9]+/g, '-' )
		.replace( /^-|-$/g, '' )
		.toLowerCase();
}

function accessOf(
	document: OpenApiDocument,
	operation: Operation
): DocumentedOperation[ 'access' ] {
	const ways = operation.security ?? document.security ?? [];
	if ( ways.some( ( way ) => 'basic' in way ) ) {
		return 'user';
	}
	return ways.length > 0 ? 'token' : 'open';
}

function operationsOf( document: OpenApiDocument ): DocumentedOperation[] {
	return Object.entries( document.paths ?? {} ).flatMap(
		( [ path, methods ] ) =>
			METHODS.flatMap( ( method ) => {
				const operation = methods[ method ];
				const name = operation?.operationId ?? `${ method } ${ path }`;
				return operation === undefined
					? []
					: {
							...operation,
							method: method.toUpperCase(),
							path,
							anchor: anchorOf( name ),
							access: accessOf( document, operation ),
							alias: '',
						};
			} )
	);
}

/**
 * Puts operations together that there are with and without the version in their path.
 */
function withoutAliases(
	operations: DocumentedOperation[]
): DocumentedOperation[] {
	const key = ( method: string, path: string ) => `${ method } ${ path }`;
	const paths = new Set(
		operations.map( ( { method, path } ) => key( method, path ) )
	);
	return operations
		.filter(
			( { method, path } ) => ! paths.has( key( method, `/v1${ path }` ) )
		)
		.map( ( operation ) => {
			const { method, path } = operation;
			const short = path.replace( /^\/v1/, '' );
			return short !== path && paths.has( key( method, short ) )
				? { ...operation, alias: short }
				: operation;
		} );
}

/**
 * Finds what each status of a refusal means in most operations, so that it need be told once only.
 */
export function refusalMeanings(
	chapters: readonly Chapter[]
): Map< string, string > {
	const counts = new Map< string, Map< string, number > >();
	for ( const { responses = {} } of chapters.flatMap(
		( { operations } ) => operations
	) ) {
		for ( const [ status, { description = '' } ] of Object.entries(
			responses
		) ) {
			const words = counts.get( status ) ?? new Map< string, number >();
			counts.set(
				status,
				words.set( description, ( words.get( description ) ?? 0 ) + 1 )
			);
		}
	}
	return new Map(
		[ ...counts ]
			.filter( ( [ status ] ) => isRefusal( status ) )
			.sort( ( [ a ], [ b ] ) => ( a < b ? -1 : 1 ) )
			.map( ( [ status, words ] ) => {
				const [ [ most ] = [ '' ] ] = [ ...words ].sort(
					( a, b ) => b[ 1 ] - a[ 1 ]
				);
				return [ status, most ];
			} )
	);
}

/**
 * Tells whether a status, or `default`, is a refusal.
 *
 * @param status As the document has it.
 */
export function isRefusal( status: string ): boolean {
	return status === 'default' || Number( status ) >= 400;
}

/**
 * Sorts the operations into chapters: in the document's order, what has none at the end.
 */
export function chaptersOf( document: OpenApiDocument ): Chapter[] {
	const operations = withoutAliases( operationsOf( document ) );
	const told = new Map(
		( document.tags ?? [] ).map( ( { name, description = '' } ) => [
			name,
			description,
		] )
	);
	const chapterOf = ( { tags }: Operation ) => tags?.[ 0 ] ?? OTHER;
	const names = new Set( [ ...told.keys(), ...operations.map( chapterOf ) ] );
	return [ ...names ]
		.map( ( name ) => ( {
			name,
			description: told.get( name ) ?? '',
			anchor: `chapter-${ anchorOf( name ) }`,
			operations: operations.filter(
				( operation ) => chapterOf( operation ) === name
			),
		} ) )
		.filter( ( chapter ) => chapter.operations.length > 0 );
}

/**
 * Follows a reference within the document.
 *
 * @param schema A schema, or a reference to one.
 */
export function resolve(
	document: OpenApiDocument,
	schema: Schema | undefined
): Schema {
	const name = schema?.$ref?.split( '/' ).at( -1 );
	return name === undefined
		? ( schema ?? {} )
		: ( document.components?.schemas?.[ name ] ?? {} );
}

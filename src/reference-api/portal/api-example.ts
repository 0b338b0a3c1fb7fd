/** Makes examples of bodies, and calls for a terminal. */
import type {
	DocumentedOperation,
	OpenApiDocument,
	Schema,
} from './api-document.ts';
import { resolve } from './api-document.ts';

const MAX_DEPTH = 6;

/**
 * Makes an example of a body from its schema.
 *
 * @param depth How deep it is.
 */
export function exampleOf(
	document: OpenApiDocument,
	given: Schema,
	depth = 0
): unknown {
	const schema = resolve( document, given );
	const told = [
		given.example,
		given.examples?.[ 0 ],
		schema.example,
		schema.examples?.[ 0 ],
		schema.const,
		schema.default,
		schema.enum?.[ 0 ],
	].find( ( value ) => value !== undefined );
	const either = schema.anyOf?.[ 0 ] ?? schema.oneOf?.[ 0 ];
	if ( told !== undefined || depth > MAX_DEPTH ) {
		return told ?? null;
	}
	if ( either ) {
		return exampleOf( document, either, depth + 1 );
	}
	if ( schema.items ) {
		return [ exampleOf( document, schema.items, depth + 1 ) ];
	}
	if ( schema.properties ) {
		return Object.fromEntries(
			Object.entries( schema.properties )
				.filter( ( [ name ] ) => schema.required?.includes( name ) )
				.map( ( [ name, child ] ) => [
					name,
					exampleOf( document, child, depth + 1 ),
				] )
		);
	}
	const [ type ] = [ schema.type ].flat();
	const simple: Record< string, unknown > = {
		string: 'text',
		integer: schema.minimum ?? 1,
		number: schema.minimum ?? 1,
		boolean: true,
		object: {},
		array: [],
	};
	return type === undefined ? null : ( simple[ type ] ?? null );
}

function quoted( text: string ): string {
	return `'${ text.replace( /'/g, "'\\''" ) }'`;
}

/** Where calls go, who calls, and an account to fill in. */
export interface Server {
	origin: string;
	user: string;
	account: { name: string; id: string } | null;
}

/**
 * Fills the parts of a path that differ: the account's name or UUID, and words in capitals for what one has to fill in
 * oneself.
 */
function filledPath(
	{ path, parameters = [] }: DocumentedOperation,
	account: Server[ 'account' ]
): string {
	return path.replace( /\{(\w+)\}/g, ( _all, name: string ) => {
		const told = parameters.find(
			( parameter ) => parameter.in === 'path' && parameter.name === name
		);
		if ( name === 'account' && account !== null ) {
			return told?.schema?.format === 'uuid' ? account.id : account.name;
		}
		return name.replace( /([a-z])([A-Z])/g, '$1_$2' ).toUpperCase();
	} );
}

function queryOf(
	document: OpenApiDocument,
	operation: DocumentedOperation
): string {
	const asked = ( operation.parameters ?? [] )
		.filter(
			( parameter ) => parameter.in === 'query' && parameter.required
		)
		.map( ( { name, schema = {}, example } ) => {
			const value = example ?? exampleOf( document, schema );
			return `${ name }=${ value === 'text' || value === null ? name.toUpperCase() : String( value ) }`;
		} );
	return asked.length === 0 ? '' : `?${ asked.join( '&' ) }`;
}

/**
 * Writes a call of an operation for a terminal, without a password: curl asks for it.
 *
 * @param server The platform's address, the user's ID and an account's name, or an empty one.
 */
export function curlOf(
	document: OpenApiDocument,
	operation: DocumentedOperation,
	server: Server
): string {
	const { method, access, requestBody } = operation;
	const content = Object.entries( requestBody?.content ?? {} )[ 0 ];
	const [ type, { schema = {} } = {} ] = content ?? [ '' ];
	const isForm = type === 'multipart/form-data';
	const body = isForm
		? [
				`-F ${ Object.keys( resolve( document, schema ).properties ?? { repository: {} } )[ 0 ] }=@site.zip`,
			]
		: [
				`-H ${ quoted( `Content-Type: ${ type }` ) }`,
				`-d ${ quoted( JSON.stringify( exampleOf( document, schema ) ) ) }`,
			];
	return [
		'curl',
		access === 'user' && `-u ${ quoted( server.user ) }`,
		method !== 'GET' &&
			! ( method === 'POST' && content ) &&
			`-X ${ method }`,
		...( content ? body : [] ),
		quoted(
			server.origin +
				filledPath( operation, server.account ) +
				queryOf( document, operation )
		),
	]
		.filter( Boolean )
		.join( ' ' );
}

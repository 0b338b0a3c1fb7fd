/**
 * Compares requests and answers with an OpenAPI document, strictly: what the document does not name is a problem.
 */
import { Compile } from 'typebox/compile';
import type { Validator } from 'typebox/compile';

type Schema = Record< string, unknown >;

interface Media {
	content?: Record< string, { schema: Schema } >;
	required?: boolean;
}

interface DocumentedAnswer extends Media {
	description: string;
	headers?: Record< string, { schema: Schema } >;
}

interface Parameter {
	name: string;
	in: string;
	required?: boolean;
	description?: string;
	schema: Schema;
}

export interface Operation {
	method: string;
	path: string;
	operationId: string;
	summary: string;
	tags: string[];
	parameters?: Parameter[];
	requestBody?: Media;
	responses: Record< string, DocumentedAnswer >;
	security?: Record< string, unknown >[];
}

interface Reference {
	$ref: string;
}

/** An operation whose parameters and responses may be references to components. */
type StoredOperation = Omit<
	Operation,
	'method' | 'path' | 'parameters' | 'responses'
> & {
	parameters?: ( Parameter | Reference )[];
	responses: Record< string, DocumentedAnswer | Reference >;
};

export interface Document {
	paths: Record< string, Record< string, StoredOperation > >;
	components: {
		schemas: Record< string, Schema >;
		parameters: Record< string, Parameter >;
		responses: Record< string, DocumentedAnswer >;
	};
	tags: { name: string }[];
}

/** An answer as it came. */
export interface Answer {
	status: number;
	headers: Headers;
	text: string;
}

export const EVENTS = 'text/event-stream';

/** Returns the component that a reference names. */
function resolve< Kind extends keyof Document[ 'components' ] >(
	document: Document,
	kind: Kind,
	$ref: string
): Document[ 'components' ][ Kind ][ string ] {
	const [ , found ] =
		Object.entries( document.components[ kind ] ).find(
			( [ name ] ) => $ref === `#/components/${ kind }/${ name }`
		) ?? [];
	if ( found === undefined ) {
		throw new Error( `The document lacks ${ $ref }.` );
	}
	return found as Document[ 'components' ][ Kind ][ string ];
}

/** Returns the operations, with components in the place of references to parameters and responses. */
export function operationsOf( document: Document ): Operation[] {
	return Object.entries( document.paths ).flatMap( ( [ path, methods ] ) =>
		Object.entries( methods ).map(
			( [ method, { parameters = [], responses, ...operation } ] ) => ( {
				...operation,
				method: method.toUpperCase(),
				path,
				parameters: parameters.map( ( item ) =>
					'$ref' in item
						? resolve( document, 'parameters', item.$ref )
						: item
				),
				responses: Object.fromEntries(
					Object.entries( responses ).map( ( [ status, item ] ) => [
						status,
						'$ref' in item
							? resolve( document, 'responses', item.$ref )
							: item,
					] )
				),
			} )
		)
	);
}

/** Puts schemas in the place of references, and forbids every field that is not named. */
function strict( document: Document, schema: unknown ): unknown {
	if ( Array.isArray( schema ) ) {
		return schema.map( ( item ) => strict( document, item ) );
	}
	if ( typeof schema !== 'object' || schema === null ) {
		return schema;
	}
	const { $ref } = schema as Schema;
	if ( typeof $ref === 'string' ) {
		return strict( document, resolve( document, 'schemas', $ref ) );
	}
	const entries = Object.entries( schema ).map( ( [ key, value ] ) => [
		key,
		// Examples are values, not schemas.
		key === 'examples' || key === 'enum' || key === 'default'
			? value
			: strict( document, value ),
	] );
	const closed: Schema = Object.fromEntries( entries );
	return 'properties' in closed && ! ( 'additionalProperties' in closed )
		? { ...closed, additionalProperties: false }
		: closed;
}

const validators = new WeakMap< Document, Map< string, Validator > >();

/** Most answers are the same error, so its schema is compiled once. */
function validatorOf( document: Document, schema: Schema ): Validator {
	const known = validators.get( document ) ?? new Map< string, Validator >();
	validators.set( document, known );
	const key = JSON.stringify( schema );
	const validator =
		known.get( key ) ?? Compile( strict( document, schema ) as Schema );
	known.set( key, validator );
	return validator;
}

/** Finds what a value has or lacks against a schema. */
export function differences(
	document: Document,
	schema: Schema,
	value: unknown
): string[] {
	const check = validatorOf( document, schema );
	return check.Check( value )
		? []
		: check
				.Errors( value )
				.map(
					( { instancePath, message, params } ) =>
						`${ instancePath || '/' } ${ message } ${ JSON.stringify( params ) }`
				);
}

/** Compares the first event of a stream. */
function eventProblems(
	document: Document,
	schema: Schema,
	text: string
): string[] {
	const [ , event, data ] = /event: (.*)\ndata: (.*)\n\n/.exec( text ) ?? [];
	return differences( document, schema, {
		event,
		data: JSON.parse( data ?? 'null' ),
	} );
}

function bodyProblems(
	document: Document,
	documented: DocumentedAnswer,
	answer: Answer
): string[] {
	const stream = documented.content?.[ EVENTS ];
	if ( stream ) {
		return eventProblems( document, stream.schema, answer.text );
	}
	const media = documented.content?.[ 'application/json' ];
	if ( ! media ) {
		return answer.text === ''
			? []
			: [ `has a body, but none is documented: ${ answer.text }` ];
	}
	const type = answer.headers.get( 'content-type' ) ?? '';
	if ( ! type.startsWith( 'application/json' ) ) {
		return [ `is “${ type }”, but JSON is documented: ${ answer.text }` ];
	}
	return differences( document, media.schema, JSON.parse( answer.text ) );
}

/** Finds what an answer has or lacks against the document. */
export function answerProblems(
	document: Document,
	operation: Operation,
	answer: Answer
): string[] {
	const documented = operation.responses[ answer.status ];
	const name = `${ operation.method } ${ operation.path } ${ answer.status }`;
	if ( ! documented ) {
		return [ `${ name } is not documented: ${ answer.text }` ];
	}
	const headers = Object.keys( documented.headers ?? {} )
		.filter( ( header ) => ! answer.headers.has( header ) )
		.map( ( header ) => `lacks the header ${ header }` );
	return [ ...headers, ...bodyProblems( document, documented, answer ) ].map(
		( problem ) => `${ name } ${ problem }`
	);
}

/**
 * Finds what a good request has that the document does not know, or lacks.
 *
 * @param body Its JSON body, if it has one.
 */
export function requestProblems(
	document: Document,
	operation: Operation,
	query: URLSearchParams,
	body: unknown
): string[] {
	const name = `${ operation.method } ${ operation.path }`;
	const known = ( operation.parameters ?? [] ).filter(
		( parameter ) => parameter.in === 'query'
	);
	const token = operation.security?.some( ( item ) => 'webhookToken' in item )
		? [ 'token' ]
		: [];
	const names = [ ...known.map( ( parameter ) => parameter.name ), ...token ];
	const unknown = [ ...query.keys() ]
		.filter( ( key ) => ! names.includes( key ) )
		.map( ( key ) => `the query ${ key } is not documented` );
	const missing = known
		.filter(
			( parameter ) => parameter.required && ! query.has( parameter.name )
		)
		.map( ( parameter ) => `lacks the query ${ parameter.name }` );
	const media = operation.requestBody?.content?.[ 'application/json' ];
	const wrong =
		media && body !== undefined
			? differences( document, media.schema, body )
			: [];
	return [ ...unknown, ...missing, ...wrong ].map(
		( problem ) => `${ name }: ${ problem }`
	);
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type {
	FastifyError,
	FastifyInstance,
	FastifyReply,
	FastifyRequest,
} from 'fastify';
import { toDiskError } from '../lib/disk-errors.ts';
import { HostingError } from '../model/hosting.ts';
import type { RouteRegistry } from './route-registry.ts';
import { pointerSteps } from './validator.ts';

const UNEXPECTED =
	'An unexpected error occurred, please try again in a few minutes';

interface SchemaError {
	keyword: string;
	instancePath: string;
	message?: string | undefined;
	params: Record< string, unknown >;
}

const PLACES: Record< string, string > = {
	body: 'the body',
	querystring: 'the query',
	params: 'the path',
	headers: 'the headers',
};

/** Longer names are not repeated. */
const MAX_FIELD_NAME = 64;

/** Tells the name of a field from a value in the wrong place, as in "KEY=value". */
function isFieldName( text: string ): boolean {
	return /^[\w.$-]+$/.test( text ) && text.length <= MAX_FIELD_NAME;
}

/** Quotes the name of a field. A text that cannot be one is omitted. */
function quoteField( name: unknown ): string {
	const text = String( name );
	const [ word = '' ] = /^[\w.$-]*/.exec( text ) ?? [];
	const shown = text.charAt( word.length ) === '=' ? word : '';
	return JSON.stringify(
		isFieldName( text ) ? text : `${ shown.slice( 0, MAX_FIELD_NAME ) }…`
	);
}

function namesIn( value: unknown ): string {
	return ( Array.isArray( value ) ? value : [ value ] )
		.map( quoteField )
		.join( ', ' );
}

function describe( error: SchemaError, place: string ): string {
	const where = error.instancePath
		? `${ place }, at ${ error.instancePath.slice( 1 ) },`
		: place;
	switch ( error.keyword ) {
		case 'required':
			return `${ where } lacks ${ namesIn(
				error.params.requiredProperties ?? error.params.missingProperty
			) }`;
		case 'additionalProperties':
			return `${ where } has a field that does not exist: ${ namesIn(
				error.params.additionalProperties ??
					error.params.additionalProperty
			) }`;
		default:
			return `${ where } ${ error.message ?? 'is not valid' }`;
	}
}

/** Returns the name of the first invalid, missing or unknown field; empty if it may be a value in the wrong place. */
function fieldOf( { validation = [] }: FastifyError ): string {
	const [ first ] = validation as SchemaError[];
	const { instancePath = '', params = {} } = first ?? {};
	const [ missingOrUnknown ] = [
		params.requiredProperties ?? params.additionalProperties ?? [],
	].flat();
	const steps = pointerSteps( instancePath );
	const names =
		missingOrUnknown === undefined
			? steps
			: [ ...steps, String( missingOrUnknown ) ];
	return names.every( isFieldName ) ? names.join( '.' ) : '';
}

function fromSchema( error: FastifyError ): string {
	const place = PLACES[ error.validationContext ?? '' ] ?? 'the request';
	const problems = ( error.validation ?? [] )
		// "additionalProperties" already reports an unknown field.
		.filter( ( { keyword } ) => keyword !== 'boolean' )
		.map( ( item ) => describe( item as SchemaError, place ) );
	return `Invalid request: ${ [ ...new Set( problems ) ].join( '; ' ) }.`;
}

function fromFastify( error: FastifyError ): string {
	if ( error instanceof SyntaxError ) {
		// JSON with keys such as __proto__, which could change prototypes.
		return 'The body contains a key that is not allowed: "__proto__" or "constructor".';
	}
	switch ( error.code ) {
		case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
			return 'Unsupported content type. Send JSON with the header “Content-Type: application/json”, or, for an upload, multipart/form-data.';
		case 'FST_ERR_CTP_EMPTY_JSON_BODY':
			return 'The body is empty; JSON was expected.';
		case 'FST_ERR_CTP_INVALID_JSON_BODY':
			return 'The body is not JSON.';
		case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
			return 'The body is not as long as Content-Length says.';
		case 'FST_ERR_CTP_BODY_TOO_LARGE':
			return 'The body is too large. The limit is 1 MiB of JSON.';
		default:
			return error.message;
	}
}

function toHostingError( error: FastifyError | HostingError ): HostingError {
	if ( error instanceof HostingError ) {
		return error;
	}
	if ( error.validation ) {
		return new HostingError( 400, fromSchema( error ), {
			field: fieldOf( error ),
		} );
	}
	const full = toDiskError( error );
	if ( full ) {
		return full;
	}
	const status = error.statusCode ?? 500;
	return status < 500
		? new HostingError( status, fromFastify( error ) )
		: new HostingError( 500, UNEXPECTED );
}

/** Responses by the code of an error that node:http reports before there is a request. */
const BROKEN: Readonly< Record< string, readonly [ string, string ] > > = {
	HPE_HEADER_OVERFLOW: [
		'431 Request Header Fields Too Large',
		'The headers of this request are too large.',
	],
	ERR_HTTP_REQUEST_TIMEOUT: [
		'408 Request Timeout',
		'This request did not arrive in time.',
	],
};

/**
 * Responds to bytes that node:http cannot parse, too large headers and incomplete requests, and closes the connection.
 */
export function respondToBrokenRequest(
	error: Error & { code?: string },
	socket: Socket
): void {
	const [ status, message ] = BROKEN[ error.code ?? '' ] ?? [
		'400 Bad Request',
		'This is not a valid HTTP request.',
	];
	if ( error.code === 'ECONNRESET' || ! socket.writable ) {
		socket.destroy();
		return;
	}
	const body = JSON.stringify( { message } );
	const answer = [
		`HTTP/1.1 ${ status }`,
		'Content-Type: application/json; charset=utf-8',
		`Content-Length: ${ Buffer.byteLength( body ) }`,
		'Connection: close',
		'',
		body,
	];
	socket.end( answer.join( '\r\n' ), () => socket.destroy() );
}

export const PATH_TOO_LONG = 'A segment of the path is too long.';

/**
 * Responds to a URL that the router rejects before any hook runs. The message omits the URL, because it may contain a
 * token.
 *
 * @param check The check of the host, which otherwise runs in a hook.
 */
export function respondToBadUrl( check: ( request: FastifyRequest ) => void ) {
	return (
		error: FastifyError,
		request: FastifyRequest,
		reply: FastifyReply
	): void => {
		let refusal = new HostingError(
			error.statusCode ?? 400,
			error.statusCode === 414
				? PATH_TOO_LONG
				: 'The path has invalid percent-encoding.'
		);
		try {
			check( request );
		} catch ( other ) {
			refusal = other instanceof HostingError ? other : refusal;
		}
		void reply.code( refusal.status ).send( { message: refusal.message } );
	};
}

/** Responds to an `Expect` header other than `100-continue`. */
function refuseExpectation(
	_request: IncomingMessage,
	response: ServerResponse
): void {
	const message =
		'The server does not support this “Expect” header. Omit it, or send “100-continue”.';
	response.writeHead( 417, {
		'content-type': 'application/json; charset=utf-8',
		connection: 'close',
	} );
	response.end( JSON.stringify( { message } ) );
}

/**
 * Responds with `{message}` to all errors and unknown URLs.
 *
 * @param routes Tells a wrong method (405) from an unknown URL (404).
 */
export function registerErrorResponses(
	app: FastifyInstance,
	routes: RouteRegistry,
	onError: ( error: unknown ) => void
): void {
	app.setErrorHandler(
		(
			error: FastifyError | HostingError,
			_request: FastifyRequest,
			reply: FastifyReply
		) => {
			const refusal = toHostingError( error );
			if ( refusal.status === 500 ) {
				onError( error );
			}
			return reply
				.code( refusal.status )
				.headers( refusal.headers )
				.send( {
					message: refusal.message,
					...( refusal.field ? { field: refusal.field } : {} ),
				} );
		}
	);
	app.server.on( 'checkExpectation', refuseExpectation );
	app.setNotFoundHandler( ( request ) => {
		const path = request.url.split( '?' )[ 0 ] ?? '';
		const methods = routes.methodsOf( path );
		// A route may refuse the values of its path; then the address is wrong, not the method.
		if ( methods.length > 0 && ! methods.includes( request.method ) ) {
			throw new HostingError(
				405,
				`${ request.method } is not allowed here. Use ${ methods.join(
					', '
				) }.`,
				{ headers: { allow: methods.join( ', ' ) } }
			);
		}
		throw new HostingError( 404, 'Not Found' );
	} );
}

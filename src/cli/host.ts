/** Connects a command with a host: its address, the credentials, and what the options and the project file name. */
import { createPlatformClient } from '../platform-client/platform-client.ts';
import type { PlatformClient } from '../platform-client/platform-client.ts';
import { PlatformError } from '../platform-client/platform-error.ts';
import type { Context } from './context.ts';
import { readLogins } from './saved-logins.ts';
import { CliError, EXIT, errorReason, usageError } from './exit-codes.ts';
import { PROJECT_FILE, readProject } from './project-file.ts';
import type { Project } from './project-file.ts';
import { readSecret, redact } from './secrets.ts';
import { LOCAL_HOSTS } from './webhook-url.ts';

/** The creation of an environment can take long. */
const REQUEST_TIMEOUT_MS = 60_000;
/** More than the largest page of builds or part of a log. */
const MAX_BODY_BYTES = 64_000_000;
export const DEFAULT_USER = 'api';
export const DEFAULT_PORT = 4100;

export interface HostOptions {
	host?: string;
	/** Whether the password may be sent unencrypted to another machine. */
	allowHttp?: boolean;
	user?: string;
	account?: string;
	app?: string;
	environment?: string;
}

interface Connection {
	/** Address of the host, without a slash at its end. */
	url: string;
	user: string;
	password: string;
}

export interface Host extends Connection {
	context: Context;
	/** The header of HTTP Basic. */
	authorization: string;
	client: PlatformClient;
	/** Sends a request of the client without a time limit. */
	send: ( request: Request ) => Promise< Response >;
	project: Project;
	/** What the options, or else the project file, name. */
	names: Project;
	/** What no message contains. Commands add the secrets that they send. */
	secrets: string[];
}

/** @throws CliError When the address is missing or cannot be used, or would get the password unencrypted. */
export function parseHostUrl(
	address: string,
	{ allowHttp = false }: Pick< HostOptions, 'allowHttp' > = {}
): string {
	const parsed = URL.parse( address );
	if (
		parsed === null ||
		! [ 'http:', 'https:' ].includes( parsed.protocol )
	) {
		throw usageError(
			address === ''
				? 'The address of the host is missing. Use --host http://127.0.0.1:4100, set HEADLESS_API_URL, or log in with headless-deploy login.'
				: 'The address of the host must be an HTTP or HTTPS URL, for example http://127.0.0.1:4100.'
		);
	}
	if ( parsed.username !== '' || parsed.password !== '' ) {
		throw usageError(
			'The address of the host contains credentials. Use --user and HEADLESS_API_PASSWORD instead.'
		);
	}
	if (
		parsed.protocol === 'http:' &&
		! LOCAL_HOSTS.includes( parsed.hostname ) &&
		! allowHttp
	) {
		throw usageError(
			`${ parsed.origin } would get the password unencrypted. Use an address that begins with https://. If you trust the network, use --allow-http.`
		);
	}
	return parsed.href.replace( /\/+$/, '' );
}

async function findConnection(
	context: Context,
	options: HostOptions,
	project: Project
): Promise< Connection > {
	const { env } = context;
	const { defaultHost, hosts } = readLogins( context );
	const named = options.host ?? env.HEADLESS_API_URL;
	const url = parseHostUrl( named || project.host || defaultHost, options );
	const saved = hosts[ url ];
	// The project can be that of another person, and its host can be a trap.
	if ( ! named && project.host && ! saved ) {
		throw usageError(
			`${ PROJECT_FILE } names the host ${ url }, and you are not logged in there. If you trust this host, use headless-deploy login --host ${ url }, or set HEADLESS_API_URL in a script. Your password was not sent.`
		);
	}
	const user =
		options.user ??
		( env.HEADLESS_API_USER || saved?.user || DEFAULT_USER );
	const canUseSaved = ! env.HEADLESS_API_PASSWORD && saved?.user === user;
	const password = canUseSaved
		? saved.password
		: await readSecret(
				context,
				'HEADLESS_API_PASSWORD',
				`API password of ${ user } at ${ url }`
			);
	return { url, user, password };
}

/** Ends a body that is larger than any of the platform. */
function limitBody( response: Response ): Response {
	let received = 0;
	const limit = new TransformStream< Uint8Array, Uint8Array >( {
		transform( chunk, controller ) {
			received += chunk.length;
			if ( received > MAX_BODY_BYTES ) {
				throw new CliError(
					EXIT.refused,
					`The host’s response is larger than ${ MAX_BODY_BYTES / 1_000_000 } MB. Check that the address belongs to a Headless Deploy platform.`
				);
			}
			controller.enqueue( chunk );
		},
	} );
	return new Response( response.body?.pipeThrough( limit ), response );
}

/** @throws PlatformError With the reason, when there is no response. */
export async function fetchOrExplain(
	context: Context,
	...parameters: Parameters< typeof fetch >
): Promise< Response > {
	try {
		return limitBody( await context.fetch( ...parameters ) );
	} catch ( error ) {
		throw error instanceof Error && error.name === 'AbortError'
			? error
			: new PlatformError( errorReason( error ), 0 );
	}
}

function makeHost(
	context: Context,
	connection: Connection,
	project: Project,
	names: Project
): Host {
	const { url, user, password } = connection;
	const credentials = `${ user }:${ password }`;
	const authorization = `Basic ${ Buffer.from( credentials ).toString( 'base64' ) }`;
	return {
		...connection,
		context,
		authorization,
		project,
		names,
		// Some hosts repeat the header in an error.
		secrets: [ password, credentials ],
		client: createPlatformClient( {
			baseUrl: url,
			headers: { authorization },
			fetch: ( request ) =>
				fetchOrExplain( context, request, {
					signal: AbortSignal.timeout( REQUEST_TIMEOUT_MS ),
				} ),
		} ),
		send: ( request ) => fetchOrExplain( context, request ),
	};
}

/** Whether the connection ended, or the time was up, while the body was read. */
function isInterrupted( error: unknown ): boolean {
	return (
		error instanceof Error &&
		( error.name === 'TimeoutError' ||
			( error instanceof TypeError && error.message === 'terminated' ) )
	);
}

function isOnThisMachine( url: string ): boolean {
	return LOCAL_HOSTS.includes( new URL( url ).hostname );
}

/** Converts the error of a request into a message without secrets. */
export function toCliError(
	error: unknown,
	url: string,
	secrets: readonly string[]
): unknown {
	if ( error instanceof SyntaxError ) {
		return new CliError(
			EXIT.refused,
			`${ url } responded with a body that is not JSON. Check that the address belongs to a Headless Deploy platform.`
		);
	}
	const status = error instanceof PlatformError ? error.status : 0;
	if ( ! ( error instanceof PlatformError || isInterrupted( error ) ) ) {
		return error;
	}
	const message = redact( errorReason( error ), secrets );
	if ( status !== 0 ) {
		return new CliError(
			EXIT.refused,
			`${ url } rejected the request with ${ status }: ${ message }`,
			status
		);
	}
	return new CliError(
		EXIT.unreachable,
		`${ url } cannot be reached: ${ message }. ${
			isOnThisMachine( url )
				? 'Check that the platform is running (headless-deploy serve).'
				: 'Check the address and the network connection.'
		}`
	);
}

/** The documented host has no such calls. */
function withHint( error: unknown, url: string ): unknown {
	return error instanceof PlatformError &&
		error.status === 404 &&
		! isOnThisMachine( url )
		? new PlatformError(
				`${ error.message } Some calls exist only on the local platform.`,
				404
			)
		: error;
}

/**
 * Runs an action with the host that the options, the environment variables, the project file or `login` name.
 *
 * @param folder Where the project file is searched first.
 * @throws CliError When the host rejects a request or cannot be reached.
 */
export async function withHost< Result >(
	context: Context,
	options: HostOptions,
	action: ( host: Host ) => Promise< Result >,
	folder = context.folder
): Promise< Result > {
	const project = readProject( folder );
	const { account, app, environment } = options;
	const given = Object.entries( { account, app, environment } ).filter(
		( [ , name ] ) => name !== undefined
	);
	const names: Project = { ...project, ...Object.fromEntries( given ) };
	for ( const name of [ names.account, names.app, names.environment ] ) {
		// In a URL, they would lead to the path of another resource.
		if ( name === '.' || name === '..' ) {
			throw usageError( `Invalid name “${ name }”.` );
		}
	}
	const connection = await findConnection( context, options, project );
	const host = makeHost( context, connection, project, names );
	try {
		return await action( host );
	} catch ( error ) {
		throw toCliError( withHint( error, host.url ), host.url, host.secrets );
	}
}

/** Connects a command with a host: its address, the credentials, and what the options and the project file name. */
import { createPlatformClient } from '../platform-client/platform-client.ts';
import type { PlatformClient } from '../platform-client/platform-client.ts';
import { PlatformError } from '../platform-client/platform-error.ts';
import type { Context } from './context.ts';
import { readLogins } from './credentials.ts';
import { CliError, EXIT, errorReason } from './exit-codes.ts';
import type { HostOptions } from './platform-options.ts';
import { readProject } from './project-file.ts';
import type { Project } from './project-file.ts';
import { readSecret, redact } from './secrets.ts';
import { LOCAL_HOSTS } from './webhook-url.ts';

/** The creation of an environment can take long. */
const REQUEST_TIMEOUT_MS = 60_000;
const DEFAULT_USER = 'api';

interface Connection {
	/** Address of the host, without a slash at its end. */
	url: string;
	user: string;
	password: string;
}

export interface Host extends Connection {
	/** The header of HTTP Basic. */
	authorization: string;
	client: PlatformClient;
	/** Sends a request with credentials and without a time limit. */
	send: (
		path: string,
		init: RequestInit & { duplex?: 'half' }
	) => Promise< Response >;
	project: Project;
	/** What the options, or else the project file, name. */
	names: Project;
}

/** @throws CliError When the address is missing or cannot be used. */
export function parseHostUrl( address: string ): string {
	const parsed = URL.parse( address );
	if (
		parsed === null ||
		! [ 'http:', 'https:' ].includes( parsed.protocol )
	) {
		throw new CliError(
			EXIT.usage,
			address === ''
				? 'The address of the host is missing. Use --host http://127.0.0.1:4100, set HEADLESS_API_URL, or log in with headless-deploy login.'
				: 'The address of the host must be an HTTP or HTTPS URL, for example http://127.0.0.1:4100.'
		);
	}
	if ( parsed.username !== '' || parsed.password !== '' ) {
		throw new CliError(
			EXIT.usage,
			'The address of the host contains credentials. Use --user and HEADLESS_API_PASSWORD instead.'
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
	const url = parseHostUrl(
		options.host ?? ( env.HEADLESS_API_URL || project.host || defaultHost )
	);
	const saved = hosts[ url ];
	const user =
		options.user ??
		( env.HEADLESS_API_USER || saved?.user || DEFAULT_USER );
	const canUseSaved = ! env.HEADLESS_API_PASSWORD && saved?.user === user;
	const password = canUseSaved
		? saved.password
		: await readSecret( context, 'HEADLESS_API_PASSWORD', 'API password' );
	return { url, user, password };
}

/** @throws PlatformError With the reason, when there is no response. */
export async function fetchOrExplain(
	context: Context,
	...parameters: Parameters< typeof fetch >
): Promise< Response > {
	try {
		return await context.fetch( ...parameters );
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
	const credentials = Buffer.from( `${ user }:${ password }` );
	const authorization = `Basic ${ credentials.toString( 'base64' ) }`;
	return {
		...connection,
		authorization,
		project,
		names,
		client: createPlatformClient( {
			baseUrl: url,
			headers: { authorization },
			fetch: ( request ) =>
				fetchOrExplain( context, request, {
					signal: AbortSignal.timeout( REQUEST_TIMEOUT_MS ),
				} ),
		} ),
		send: ( path, init ) =>
			fetchOrExplain( context, url + path, {
				...init,
				// A redirect would send the credentials to another address.
				redirect: 'error',
				headers: { ...init.headers, authorization },
			} ),
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

function toCliError(
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
	if ( isInterrupted( error ) ) {
		return toCliError(
			new PlatformError( errorReason( error ), 0 ),
			url,
			secrets
		);
	}
	if ( ! ( error instanceof PlatformError ) ) {
		return error;
	}
	const message = redact( error.message, secrets );
	return error.status === 0
		? new CliError(
				EXIT.unreachable,
				`${ url } cannot be reached: ${ message }. ${
					isOnThisMachine( url )
						? 'Check that the platform is running (headless-deploy serve).'
						: 'Check the address and the network connection.'
				}`
			)
		: new CliError(
				EXIT.refused,
				`${ url } rejected the request with ${ error.status }: ${ message }${
					error.status === 404 && ! isOnThisMachine( url )
						? ' Some calls exist only on the local platform.'
						: ''
				}`
			);
}

interface Place {
	account?: string;
	app?: string;
	environment?: string;
}

/**
 * Runs an action with the host that the options, the environment variables, the project file or `login` name.
 *
 * @param secrets Other secrets that the action sends. No message contains them.
 * @param folder  Where the project file is searched first.
 * @throws CliError When the host rejects a request or cannot be reached.
 */
export async function withHost(
	context: Context,
	options: HostOptions & Place,
	action: ( host: Host ) => Promise< void >,
	secrets: readonly string[] = [],
	folder = context.folder
): Promise< void > {
	const project = readProject( folder );
	const { account, app, environment } = options;
	const names: Project = {
		...project,
		...( account === undefined ? {} : { account } ),
		...( app === undefined ? {} : { app } ),
		...( environment === undefined ? {} : { environment } ),
	};
	const connection = await findConnection( context, options, project );
	try {
		await action( makeHost( context, connection, project, names ) );
	} catch ( error ) {
		throw toCliError( error, connection.url, [
			connection.password,
			...secrets,
		] );
	}
}

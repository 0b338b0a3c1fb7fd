/** Checks before every route. Credentials are required unless a route has `config: { open: true }`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Access, NO_ACCESS } from '../access/access.ts';
import { parseBasicAuth } from '../access/basic-auth.ts';
import type { Users } from '../access/users.ts';
import { HostingError } from '../model/hosting.ts';
import type { ApiUser, PlatformRole, Role } from '../model/hosting.ts';
import { quoteName } from '../lib/names.ts';
import { hostsOf, isAllowedHost } from '../lib/request-host.ts';
import type { Sessions } from '../access/sessions.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Reachable without credentials: health, webhooks (they carry a token), signing in, the portal's assets. */
		open?: boolean;
		/** Exempt from the check of `Origin` and `Sec-Fetch-Site`; only for webhooks, which any server may call. */
		allowsCrossSite?: boolean;
		/** The response contains sensitive values, such as webhook URLs: needs the role `write`, even for GET. */
		isSecret?: boolean;
		/**
		 * Whose role counts: the one in the account of the path (`/:account`, the default of such a path), the one on
		 * the whole platform (the default of all others), or any. With `any` the route itself answers only what the
		 * user may see, and calls `permit` before it changes something.
		 */
		scope?: 'account' | 'platform' | 'any';
		/** Messages that replace the default ones for clients that are not signed in or may not write. */
		refusals?: { signIn: string; write: string };
	}
	interface FastifyRequest {
		/** The API user's id, or empty on an open route. */
		signedInAs: string;
		/** Whether its user is known by a session, which only the portal has. */
		hasSession: boolean;
		/** What the API user may do here; `read` on an open route. */
		role: Role;
		/** What the API user may do elsewhere; nothing on an open route. */
		access: Access;
		/** Checks the user again after a long operation; throws as the guard does. */
		checkAgain: () => Promise< void >;
	}
}

const REFUSALS = {
	signIn: 'Sign in with the API user and its password (HTTP Basic), or through the one-time link that the terminal printed.',
	write: 'Your role is read-only. Ask an administrator for the write role.',
};
/** Fastify decorates requests only with plain values. */
const ACCESS = new WeakMap< FastifyRequest, Access >();

const NOT_ON_PLATFORM =
	'This requires a role on the whole platform. You have access to accounts only.';
export const MISMATCH = 'The user ID or password is incorrect.';
const SECRET =
	'This response contains secrets. Reading it requires the write role.';

export interface GuardOptions {
	sessions: Sessions;
	users: Pick< Users, 'holder' | 'ofSession' | 'verify' >;
	/** The port that the platform listens on, known once it does. */
	port: () => number;
	/** Host names besides 127.0.0.1 that may reach the platform, with or without a port. */
	allowHosts?: readonly string[];
}

const BASIC_CHALLENGE = 'Basic realm="Headless Deploy", charset="UTF-8"';
/** Browsers show a dialog of their own after a Basic challenge, also to scripts of a page. */
export const PAGE_CHALLENGE = 'Link realm="Headless Deploy"';

/** Prevents browsers from exposing a response to another site as a script, an image or a frame. */
const NOT_FOR_OTHER_SITES = {
	'x-content-type-options': 'nosniff',
	'cross-origin-resource-policy': 'same-origin',
};

const READING = new Set( [ 'GET', 'HEAD', 'OPTIONS' ] );

/** Returns the name of the session's cookie. Cookies ignore ports, so two platforms on one machine need two names. */
export function sessionCookie( port: number ): string {
	return `headless_deploy_session_${ port }`;
}

/**
 * Returns whether a request is for a portal page. The portal has one host name, because of its session cookie; the API
 * also accepts `localhost`.
 */
function isPortalPage( request: FastifyRequest ): boolean {
	return /^\/($|\?|portal(\/|\?|$))/.test( request.url );
}

/**
 * Rejects a request for another host.
 *
 * @throws HostingError 421.
 */
export function checkHost(
	request: FastifyRequest,
	options: Pick< GuardOptions, 'port' | 'allowHosts' >
): void {
	const own = `127.0.0.1:${ options.port() }`;
	const hosts = hostsOf( request.raw );
	const { allowHosts = [] } = options;
	const allowed = isPortalPage( request )
		? allowHosts
		: [ 'localhost', ...allowHosts ];
	const areOwn = hosts.every( ( host ) =>
		isAllowedHost( host, own, allowed )
	);
	if ( hosts.length === 0 || ! areOwn ) {
		throw new HostingError(
			421,
			`The platform does not serve this host name. Use http://${ own }, or start the platform with --allow-host NAME.`
		);
	}
}

function checkOrigin( request: FastifyRequest ): void {
	const { origin, host, 'sec-fetch-site': site } = request.headers;
	const foreignOrigin = origin !== undefined && origin !== `http://${ host }`;
	const foreignSite =
		site !== undefined && site !== 'same-origin' && site !== 'none';
	if ( foreignOrigin || foreignSite ) {
		throw new HostingError(
			403,
			'Cross-site requests are not allowed. Use the portal or an API client.'
		);
	}
}

/**
 * Finds the user of a request. A session takes precedence over a header: the portal shows its user, and checking it is
 * fast.
 */
async function findUser(
	request: FastifyRequest,
	{ sessions, users, port }: GuardOptions
): Promise< ApiUser | null > {
	const cookie = request.cookies[ sessionCookie( port() ) ];
	const holder = sessions.holderOf( cookie );
	const user = holder && ( await users.ofSession( holder ) );
	request.hasSession = user !== null;
	const basic = parseBasicAuth( request.headers.authorization );
	return user ?? ( basic && ( await users.verify( ...basic ) ) );
}

/**
 * Rejects a request that the role does not allow.
 *
 * @throws HostingError 403.
 */
function checkPermission(
	request: FastifyRequest,
	role: PlatformRole,
	noAccessMessage: string
): void {
	const { refusals, isSecret } = request.routeOptions.config;
	if ( role === 'none' ) {
		throw new HostingError( 403, refusals?.write ?? noAccessMessage );
	}
	if ( role === 'write' ) {
		return;
	}
	if ( ! READING.has( request.method ) ) {
		throw new HostingError( 403, ( refusals ?? REFUSALS ).write );
	}
	if ( isSecret ) {
		throw new HostingError( 403, SECRET );
	}
}

/**
 * Rejects a request about an account that its user does not belong to, or in which the role does not allow it.
 *
 * @param subject What the message names; the account if the user has named it.
 * @throws HostingError 403.
 */
export function authorize(
	request: FastifyRequest,
	accountName: string,
	subject = `account ${ quoteName( accountName ) }`
): void {
	checkPermission(
		request,
		request.access.roleIn( accountName ),
		`You have no access to the ${ subject }. Ask an administrator of the platform.`
	);
}

/** Checks a request by its route, and stores the role that applies. */
function checkScope( request: FastifyRequest ): void {
	const { access, is404, routeOptions } = request;
	const { url = '', config } = routeOptions;
	const ofPath = /\/:account(\/|$)/.test( url ) ? 'account' : 'platform';
	const scope = is404 ? 'any' : ( config.scope ?? ofPath );
	const { account = '' } = request.params as { account?: string };
	const roles = {
		account: access.roleIn( account ),
		platform: access.platform,
		any: access.anywhere,
	};
	request.role = roles[ scope ] === 'write' ? 'write' : 'read';
	if ( scope === 'account' ) {
		authorize( request, account );
	} else if ( scope === 'platform' || ! READING.has( request.method ) ) {
		checkPermission( request, roles[ scope ], NOT_ON_PLATFORM );
	}
}

/** Returns whether a script of a page sent a request, or a browser whose session is over. */
function isFromPage( request: FastifyRequest, port: number ): boolean {
	return (
		request.headers[ 'sec-fetch-dest' ] === 'empty' ||
		request.cookies[ sessionCookie( port ) ] !== undefined
	);
}

async function checkUser(
	request: FastifyRequest,
	options: GuardOptions
): Promise< void > {
	const { refusals = REFUSALS } = request.routeOptions.config;
	const user = await findUser( request, options );
	if ( ! user ) {
		const isWrong =
			refusals === REFUSALS &&
			parseBasicAuth( request.headers.authorization ) !== null;
		throw new HostingError( 401, isWrong ? MISMATCH : refusals.signIn, {
			headers: {
				'www-authenticate': isFromPage( request, options.port() )
					? PAGE_CHALLENGE
					: BASIC_CHALLENGE,
			},
		} );
	}
	request.signedInAs = user.id;
	request.access = new Access( user );
	checkScope( request );
}

/** The portal has one address, so that its cookie has one host, but users often type localhost. */
async function redirectLocalhost(
	request: FastifyRequest,
	reply: FastifyReply,
	port: number
): Promise< boolean > {
	if (
		request.method !== 'GET' ||
		! isPortalPage( request ) ||
		request.headers.host?.toLowerCase() !== `localhost:${ port }`
	) {
		return false;
	}
	await reply.redirect( `http://127.0.0.1:${ port }${ request.url }`, 302 );
	return true;
}

/** Puts the guard in front of all routes that are registered later. */
export function registerGuard(
	app: FastifyInstance,
	options: GuardOptions
): void {
	app.decorateRequest( 'signedInAs', '' );
	app.decorateRequest( 'hasSession', false );
	app.decorateRequest< Role >( 'role', 'read' );
	app.decorateRequest( 'access', {
		getter() {
			return ACCESS.get( this ) ?? NO_ACCESS;
		},
		setter( access: Access ) {
			ACCESS.set( this, access );
		},
	} );
	app.decorateRequest( 'checkAgain', function () {
		return checkUser( this, options );
	} );
	app.addHook( 'onRequest', async ( request, reply ) => {
		reply.headers( NOT_FOR_OTHER_SITES );
		if ( await redirectLocalhost( request, reply, options.port() ) ) {
			return reply;
		}
		checkHost( request, options );
		const { open, allowsCrossSite } = request.routeOptions.config;
		if ( ! READING.has( request.method ) && ! allowsCrossSite ) {
			checkOrigin( request );
		}
		if ( ! open ) {
			await checkUser( request, options );
		}
		return undefined;
	} );
}

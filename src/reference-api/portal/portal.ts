/**
 * What all of the portal's routes share: the platform, the clock, frames and answers.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Users } from '../access/users.ts';
import type { FaultControls } from '../faults/fault-injection.ts';
import type { Sessions } from '../access/sessions.ts';
import type { EnvironmentPath } from '../model/hosting.ts';
import { HostingError } from '../model/hosting.ts';
import type { Limits } from '../lib/limits.ts';
import type { Assets } from './assets.ts';
import type { PublicServices } from '../services.ts';
import { renderPage } from './document.ts';
import type { Frame, Notice, Page } from './layout.ts';
import { lastAccount } from './last-account.ts';

export interface PortalOptions {
	services: PublicServices;
	faults: FaultControls;
	sessions: Sessions;
	/** Checks the sign-in form. */
	users: Pick< Users, 'signIn' >;
	limits: Limits;
	/** The command that starts this platform, for the sign-in page. */
	startCommand: string;
	/** The present. */
	now: () => Date;
	/** Where uploads arrive. */
	uploadFolder: string;
	/** Receives internal errors. */
	onError: ( error: unknown ) => void;
	/** The shortest time between two updates of a page that is looked at. */
	updateMs?: number;
	/** How often a page that is looked at is rendered at least, and its session checked. */
	heartbeatMs?: number;
}

export interface Portal extends PortalOptions {
	assets: Assets;
}

const CONTENT_SECURITY_POLICY = [
	"default-src 'none'",
	"style-src 'self'",
	"script-src 'self'",
	"img-src 'self'",
	"connect-src 'self'",
	"form-action 'self'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
].join( '; ' );

/** Sets what every answer of the portal carries. */
export function secure( reply: FastifyReply ): void {
	reply.headers( {
		'content-security-policy': CONTENT_SECURITY_POLICY,
		'x-content-type-options': 'nosniff',
		'referrer-policy': 'same-origin',
		'cross-origin-opener-policy': 'same-origin',
		'cross-origin-resource-policy': 'same-origin',
		'cache-control': 'no-store',
	} );
}

/**
 * Makes the frame of a request's page.
 *
 * @param accountName The account that the page is about, or empty.
 */
export async function frameOf(
	portal: Portal,
	request: FastifyRequest,
	accountName: string,
	notice: Notice | null = null
): Promise< Frame > {
	const { services, faults, limits, assets } = portal;
	const isSignedIn = request.signedInAs !== '';
	const { access } = request;
	const accounts = isSignedIn
		? ( await services.catalog.accounts() ).filter( ( { name } ) =>
				access.sees( name )
			)
		: [];
	return {
		user: request.signedInAs,
		role: request.role,
		access,
		accounts,
		accountName,
		navigationAccount: accountName || lastAccount( request, accounts ),
		now: portal.now(),
		origin: `http://${ request.headers.host ?? '127.0.0.1' }`,
		notice,
		faultsOn: isSignedIn ? faults.rules.onCount : 0,
		maxUploadBytes: limits.maxUploadBytes,
		hangTimeoutSeconds: limits.hangTimeoutSeconds,
		asset: assets.href,
		modules: assets.modules,
	};
}

/** Sends a page. */
export function sendPage(
	reply: FastifyReply,
	frame: Frame,
	page: Page
): FastifyReply {
	// The address of a refused form is no page: it can neither be refreshed nor kept up to date.
	const isForm = reply.request.method === 'POST';
	const shown = isForm ? { ...page, still: true, running: false } : page;
	return reply
		.type( 'text/html; charset=utf-8' )
		.send( renderPage( frame, shown ) );
}

/** Tells whether a request comes from the portal's script, which wants JSON. */
export function wantsJson( request: FastifyRequest ): boolean {
	return request.headers.accept === 'application/json';
}

/** The addresses' parameters. */
export interface EnvironmentParams {
	account: string;
	app: string;
	environment: string;
}

/** Reads which environment a request is about. */
export function pathOf(
	request: FastifyRequest< { Params: EnvironmentParams } >
): EnvironmentPath {
	const { account, app, environment } = request.params;
	return { accountName: account, appId: app, environmentId: environment };
}

/**
 * Finds the status and words of whatever was thrown; what nobody meant for people is not told.
 */
export function refusalOf( error: unknown ): {
	status: number;
	message: string;
} {
	if ( error instanceof HostingError ) {
		return { status: error.status, message: error.message };
	}
	const status =
		error instanceof Error &&
		'statusCode' in error &&
		typeof error.statusCode === 'number'
			? error.statusCode
			: 500;
	return status < 500 && error instanceof Error
		? { status, message: error.message }
		: {
				status: 500,
				message:
					'Something went wrong in the platform itself. Its terminal says what.',
			};
}

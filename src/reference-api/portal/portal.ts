/**
 * What all of the portal's routes share: the platform, the clock, frames and answers.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sessions } from '../http/sessions.ts';
import type { EnvironmentPath, Hosting } from '../model.ts';
import { HostingError } from '../model.ts';
import type { AssetName } from './assets.ts';
import type { Frame, Notice, Page } from './layout.ts';
import { renderPage } from './layout.ts';

export interface PortalOptions {
	/** The present. */
	now?: () => Date;
	/** Where uploads arrive; the system's temporary folder otherwise. */
	uploadFolder?: string;
	/** Told of what was nobody's mistake outside. */
	onError?: ( error: unknown ) => void;
}

export interface Portal {
	hosting: Hosting;
	sessions: Sessions;
	now: () => Date;
	uploadFolder: string;
	onError: ( error: unknown ) => void;
	asset: ( name: AssetName ) => string;
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

/**
 * Sets what every answer of the portal carries.
 *
 * @param reply The answer.
 */
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
 * @param portal      The portal.
 * @param request     The request.
 * @param accountName The account that the page is about, or empty.
 * @param notice      What just happened.
 */
export async function frameOf(
	portal: Portal,
	request: FastifyRequest,
	accountName: string,
	notice: Notice | null = null
): Promise< Frame > {
	return {
		user: request.signedInAs,
		accounts:
			request.signedInAs === '' ? [] : await portal.hosting.accounts(),
		accountName,
		now: portal.now(),
		origin: `http://${ request.headers.host ?? '127.0.0.1' }`,
		notice,
		asset: portal.asset,
	};
}

/**
 * Sends a page.
 *
 * @param reply The answer.
 * @param frame The request's frame.
 * @param page  The page.
 */
export function sendPage(
	reply: FastifyReply,
	frame: Frame,
	page: Page
): FastifyReply {
	return reply
		.type( 'text/html; charset=utf-8' )
		.send( renderPage( frame, page ) );
}

/**
 * Tells whether a request comes from the portal's script, which wants JSON.
 *
 * @param request The request.
 */
export function wantsJson( request: FastifyRequest ): boolean {
	return request.headers.accept === 'application/json';
}

/** The addresses' parameters. */
export interface EnvironmentParams {
	account: string;
	app: string;
	environment: string;
}

/**
 * Reads which environment a request is about.
 *
 * @param request The request.
 */
export function pathOf(
	request: FastifyRequest< { Params: EnvironmentParams } >
): EnvironmentPath {
	const { account, app, environment } = request.params;
	return { accountName: account, appId: app, environmentId: environment };
}

/**
 * Finds the status and words of whatever was thrown; what nobody meant for people is not told.
 *
 * @param error What was caught.
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

/**
 * The portal behind the real guard, without a port.
 */
import cookie from '@fastify/cookie';
import type { FastifyInstance, InjectOptions } from 'fastify';
import fastify from 'fastify';
import { registerGuard } from '../../../src/reference-api/http/guard.ts';
import { Sessions } from '../../../src/reference-api/http/sessions.ts';
import { registerPortal } from '../../../src/reference-api/portal/routes.ts';
import { ENVIRONMENT_ID, FakeHosting, NOW } from './fake-hosting.ts';

const PORT = 4100;

export const HOST = `127.0.0.1:${ PORT }`;
export const PASSWORD = 'correct horse';
export const ENVIRONMENT_URL = `/portal/accounts/acme/apps/storefront/environments/${ ENVIRONMENT_ID }`;

/**
 * Makes the app; `now` is the clock of the portal.
 * @param now
 */
export async function portalApp( now: () => Date = () => NOW ) {
	const app: FastifyInstance = fastify();
	const hosting = new FakeHosting();
	const sessions = new Sessions( { user: 'sam', password: PASSWORD } );
	await app.register( cookie );
	registerGuard( app, { sessions, port: () => PORT } );
	registerPortal( app, hosting, sessions, { now } );
	const authorization = `Basic ${ Buffer.from( `sam:${ PASSWORD }` ).toString( 'base64' ) }`;
	const request = (
		method: 'GET' | 'POST',
		url: string,
		more: InjectOptions = {}
	) =>
		app.inject( {
			method,
			url,
			...more,
			headers: { host: HOST, authorization, ...more.headers },
		} );
	return {
		app,
		hosting,
		sessions,
		get: ( url: string, more?: InjectOptions ) =>
			request( 'GET', url, more ),
		post: ( url: string, more?: InjectOptions ) =>
			request( 'POST', url, more ),
	};
}

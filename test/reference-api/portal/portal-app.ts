/** The portal behind the real guard, without a port. */
import { tmpdir } from 'node:os';
import cookie from '@fastify/cookie';
import type { FastifyInstance, InjectOptions } from 'fastify';
import fastify from 'fastify';
import type { FaultControls } from '../../../src/reference-api/faults/fault-injection.ts';
import { registerGuard } from '../../../src/reference-api/http/guard.ts';
import { Sessions } from '../../../src/reference-api/access/sessions.ts';
import type { PortalOptions } from '../../../src/reference-api/portal/portal.ts';
import { registerPortal } from '../../../src/reference-api/portal/routes.ts';
import { readLimits } from '../../../src/reference-api/lib/limits.ts';
import { fakeUsers } from '../access/fake-user-store.ts';
import { ENVIRONMENT_ID, FakeHosting, NOW } from './fake-hosting.ts';

const PORT = 4100;

export const HOST = `127.0.0.1:${ PORT }`;
export const PASSWORD = 'correct horse';
export const ENVIRONMENT_URL = `/portal/accounts/acme/apps/storefront/environments/${ ENVIRONMENT_ID }`;

/**
 * Makes the header of HTTP Basic for a user: `sam` may change things, `kim` may look, `max` may change things in the account acme.
 */
export function basic( user: string ): string {
	return `Basic ${ Buffer.from( `${ user }:${ PASSWORD }` ).toString( 'base64' ) }`;
}

/** Fault injection without rules and with an empty journal. */
function fakeFaults( state: { onCount: number } ): FaultControls {
	const none = async () => {
		throw new Error( 'These tests have no rules.' );
	};
	return {
		rules: {
			all: () => [],
			get onCount() {
				return state.onCount;
			},
			add: none,
			setOn: none,
			remove: none,
			removeAll: none,
			turnAllOff: none,
		},
		journal: {
			page: () => ( {
				entries: [],
				counts: { all: 0, errors: 0, faults: 0 },
				isPaused: false,
				capacity: 1000,
			} ),
			entry: () => null,
			newest: 0,
			matches: () => 0,
			clear: () => {},
			setPaused: () => {},
		},
	};
}

/** Makes the app; `now` is the clock of the portal. */
export async function portalApp(
	now: () => Date = () => NOW,
	options: Partial< PortalOptions > = {}
) {
	const app: FastifyInstance = fastify();
	const hosting = new FakeHosting();
	const sessions = new Sessions();
	const { users } = fakeUsers();
	await users.ensure( 'sam', PASSWORD );
	await users.create(
		{ id: 'kim', name: '', role: 'read', password: PASSWORD },
		'sam'
	);
	await users.create(
		{
			id: 'max',
			name: '',
			role: 'none',
			accounts: [ { account: 'acme', role: 'write' } ],
			password: PASSWORD,
		},
		'sam'
	);
	const routes: { method: string; url: string; isOpen: boolean }[] = [];
	app.addHook( 'onRoute', ( { method, url, config } ) => {
		for ( const one of [ method ].flat() ) {
			routes.push( { method: one, url, isOpen: config?.open === true } );
		}
	} );
	await app.register( cookie );
	let port = PORT;
	registerGuard( app, { sessions, users, port: () => port } );
	const errors: unknown[] = [];
	const faults = { onCount: 0 };
	registerPortal( app, {
		startCommand: 'headless-deploy serve',
		services: hosting.services,
		sessions,
		users,
		faults: fakeFaults( faults ),
		limits: readLimits( {} ),
		now,
		uploadFolder: tmpdir(),
		onError: ( error ) => errors.push( error ),
		...options,
	} );
	const authorization = basic( 'sam' );
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
		/** All routes that are registered once the app is ready. */
		routes,
		hosting,
		sessions,
		users,
		/**
		 * Signs a user in, as the one-time link does; answers the session's id.
		 */
		openSession: async ( user: string ) => {
			const holder = await users.holder( user );
			return holder ? sessions.open( holder ) : '';
		},
		/** What nobody outside is to blame for. */
		errors,
		/** How many fault rules are on. */
		faults,
		/** Listens on a free port; answers the address. */
		listen: async () => {
			await app.listen( { host: '127.0.0.1', port: 0 } );
			const address = app.server.address();
			port = typeof address === 'object' && address ? address.port : 0;
			return `http://127.0.0.1:${ port }`;
		},
		get: ( url: string, more?: InjectOptions ) =>
			request( 'GET', url, more ),
		post: ( url: string, more?: InjectOptions ) =>
			request( 'POST', url, more ),
	};
}

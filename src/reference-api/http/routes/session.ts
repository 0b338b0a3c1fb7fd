import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Access } from '../../access/access.ts';
import type { Services } from '../../services/services.ts';
import { MISMATCH, PAGE_CHALLENGE, sessionCookie } from '../guard.ts';
import type { GuardOptions } from '../guard.ts';
import { HostingError, PLATFORM_ROLES, ROLES } from '../../model/hosting.ts';
import type { ApiUser } from '../../model/hosting.ts';
import { documentRoute, NoContent } from '../route-documentation.ts';
import { SignInBody } from '../request-schemas.ts';
import {
	closedObject,
	namedObject,
	oneOf,
	time,
	uuid,
} from '../schema-builders.ts';
import type { TypedApp } from '../typed-app.ts';

const SESSION = '/_local/session';

/** The attributes of the session's cookie: only for this host, and never for scripts or other sites. */
const COOKIE = { path: '/', httpOnly: true, sameSite: 'strict' } as const;

const SessionSchema = namedObject(
	'Session',
	'The user who is signed in, and what every page needs.',
	{
		user: Type.String( {
			description: 'ID of the API user.',
			examples: [ 'sam' ],
		} ),
		name: Type.String( { description: 'Display name; may be empty.' } ),
		role: oneOf(
			PLATFORM_ROLES,
			'The role on the whole platform; `none`: only in the listed accounts.'
		),
		accounts: Type.Array(
			closedObject( {
				name: Type.String( { examples: [ 'acme' ] } ),
				id: uuid,
				role: oneOf( ROLES, 'The role that applies there.' ),
			} ),
			{ description: 'The accounts that the user sees.' }
		),
		now: time( 'The time of the platform.' ),
		maxUploadBytes: Type.Integer( {
			description: 'Maximum size of an uploaded zip.',
			examples: [ 104_857_600 ],
		} ),
		hangTimeoutSeconds: Type.Integer( {
			description:
				'How long an application may answer no request before it is restarted; 0: it is not restarted.',
			examples: [ 60 ],
		} ),
		faultsOn: Type.Integer( {
			description: 'Number of fault rules that are on.',
		} ),
		startCommand: Type.String( {
			description: 'The command that starts this platform.',
			examples: [ 'npm start' ],
		} ),
	}
);

export interface SessionOptions {
	services: Pick<
		Services,
		'catalog' | 'limits' | 'now' | 'sessions' | 'users'
	>;
	port: () => number;
	startCommand: string;
	faultsOn: () => number;
}

async function sessionResponse(
	user: ApiUser,
	{ services, startCommand, faultsOn }: SessionOptions
): Promise< Static< typeof SessionSchema > > {
	const { catalog, limits, now } = services;
	const access = new Access( user );
	const accounts = ( await catalog.accounts() ).flatMap( ( account ) => {
		const known = access.roleIn( account.name );
		const role = ROLES.find( ( one ) => one === known );
		return role ? [ { ...account, role } ] : [];
	} );
	return {
		user: user.id,
		name: user.name,
		role: user.role,
		accounts,
		now: now(),
		maxUploadBytes: limits.maxUploadBytes,
		hangTimeoutSeconds: limits.hangTimeoutSeconds,
		faultsOn: faultsOn(),
		startCommand,
	};
}

function registerSignIn( app: TypedApp, options: SessionOptions ): void {
	const { port, services } = options;
	const { sessions, users } = services;
	app.post(
		SESSION,
		documentRoute( {
			config: { open: true, document: { database: 'read' } },
			body: SignInBody,
			id: 'signIn',
			tag: 'Platform',
			summary: 'Signs an API user in, and sets the cookie of the session',
			description:
				'The portal uses it. Other clients send HTTP Basic with each request.',
			answers: { 200: SessionSchema },
			refusals: [ 401 ],
		} ),
		async ( { body }, reply ) => {
			const holder = await users.signIn( body.user, body.password );
			const user = holder && ( await users.ofSession( holder ) );
			if ( ! holder || ! user ) {
				throw new HostingError( 401, MISMATCH, {
					headers: { 'www-authenticate': PAGE_CHALLENGE },
				} );
			}
			const session = sessions.open( holder );
			reply.setCookie( sessionCookie( port() ), session, COOKIE );
			return sessionResponse( user, options );
		}
	);
}

/** Registers the session as a resource. */
export function registerSession(
	app: TypedApp,
	options: SessionOptions
): void {
	const { port, services } = options;
	const { sessions, users } = services;
	app.get(
		SESSION,
		documentRoute( {
			config: { scope: 'any' },
			id: 'readSession',
			tag: 'Platform',
			summary: 'Reads who is signed in, and what every page needs',
			description:
				'Also with HTTP Basic. `maxUploadBytes` and `hangTimeoutSeconds` are limits of the platform.',
			answers: { 200: SessionSchema },
		} ),
		async ( { signedInAs } ) => {
			const user = await users.find( signedInAs );
			if ( ! user ) {
				throw new HostingError( 401, 'This API user was deleted.', {
					headers: { 'www-authenticate': PAGE_CHALLENGE },
				} );
			}
			return sessionResponse( user, options );
		}
	);
	registerSignIn( app, options );
	app.delete(
		SESSION,
		documentRoute( {
			config: { open: true, document: { database: 'unused' } },
			id: 'signOut',
			tag: 'Platform',
			summary: 'Ends the session, if there is one',
			description: 'The cookie is removed.',
			answers: { 204: NoContent },
		} ),
		async ( request, reply ) => {
			const cookie = sessionCookie( port() );
			sessions.end( request.cookies[ cookie ] );
			reply.clearCookie( cookie, COOKIE );
			return reply.code( 204 ).send();
		}
	);
}

/** Registers the one-time link. */
export function registerSessionRoutes(
	app: FastifyInstance,
	options: GuardOptions
): void {
	const { sessions, users, port } = options;
	app.get( '/', { config: { open: true } }, ( _request, reply ) =>
		reply.redirect( '/portal', 302 )
	);
	app.get< { Querystring: { code?: unknown } } >(
		'/portal/enter',
		// A HEAD request, as link previews send it, must not use the link up.
		{ config: { open: true }, exposeHeadRoute: false },
		async ( request, reply ) => {
			const { code } = request.query;
			const userId = sessions.useLink(
				typeof code === 'string' ? code : ''
			);
			const holder =
				userId === null ? null : await users.holder( userId );
			reply.header( 'cache-control', 'no-store' );
			reply.header( 'referrer-policy', 'no-referrer' );
			if ( holder ) {
				const session = sessions.open( holder );
				reply.setCookie( sessionCookie( port() ), session, COOKIE );
				return reply.redirect( '/portal', 303 );
			}
			if ( request.headers.accept?.includes( 'text/html' ) ) {
				return reply.redirect( '/portal/sign-in?link=spent', 303 );
			}
			throw new HostingError(
				401,
				'This link was used or has expired. Sign in with an API user and its password.'
			);
		}
	);
}

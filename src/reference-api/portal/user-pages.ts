/** The page of API users and its forms. */
import type { FastifyInstance } from 'fastify';
import type { ApiUser, PlatformRole, Role } from '../model/hosting.ts';
import { HostingError, PLATFORM_ROLES, ROLES } from '../model/hosting.ts';
import type { FormPage, SendForm } from './forms.ts';
import {
	answerForm,
	EMPTY_FORM,
	formValues,
	noticeOf,
	registerForm,
} from './forms.ts';
import {
	accountField,
	deleteUserPage,
	userAccessPage,
	userCreatedPage,
	USERS_HREF,
	usersPage,
} from './pages/users.ts';
import type { Portal } from './portal.ts';
import { frameOf, sendPage } from './portal.ts';

const RESULTS = {
	access: () => 'Access changed. It takes effect with the next request.',
	deleted: () => 'API user deleted. It is signed out.',
};

async function findUser( portal: Portal, id: string ): Promise< ApiUser > {
	const users = await portal.services.users.all();
	const user = users.find( ( one ) => one.id === id );
	if ( user === undefined ) {
		throw new HostingError(
			404,
			`There is no API user “${ id }”. It may have been deleted.`
		);
	}
	return user;
}

function roleOf( typed: string | undefined ): Role {
	const role = ROLES.find( ( one ) => one === typed );
	if ( role === undefined ) {
		throw new HostingError(
			400,
			'No user was created. Choose a role: look, or change things.'
		);
	}
	return role;
}

function chosenRole( typed: string | undefined ): PlatformRole {
	const role = PLATFORM_ROLES.find( ( one ) => one === typed );
	if ( role === undefined ) {
		throw new HostingError( 400, 'Nothing was changed. Choose a role.' );
	}
	return role;
}

function accessForm( portal: Portal ): FormPage< { id: string } > {
	const { services } = portal;
	return {
		send: async ( request, reply, state ) => {
			const user = await findUser( portal, request.params.id );
			const frame = await frameOf( portal, request, '' );
			return sendPage(
				reply,
				frame,
				userAccessPage( frame, user, state )
			);
		},
		act: async ( request, values ) => {
			const { id } = await findUser( portal, request.params.id );
			const accounts = ( await services.catalog.accounts() ).flatMap(
				( { name: account } ) => {
					const role = chosenRole(
						values[ accountField( account ) ] ?? 'none'
					);
					return role === 'none' ? [] : [ { account, role } ];
				}
			);
			const role = chosenRole( values.platform );
			await services.users.setAccess( id, { role, accounts } );
			return `${ USERS_HREF }?done=access`;
		},
	};
}

function deleteUserForm( portal: Portal ): FormPage< { id: string } > {
	return {
		send: async ( request, reply, state ) => {
			const user = await findUser( portal, request.params.id );
			const frame = await frameOf( portal, request, '' );
			return sendPage(
				reply,
				frame,
				deleteUserPage( frame, user, state )
			);
		},
		act: async ( request ) => {
			const { id } = await findUser( portal, request.params.id );
			await portal.services.users.delete( id );
			return `${ USERS_HREF }?done=deleted`;
		},
	};
}

/**
 * Registers the page of API users.
 *
 * @param scope The portal's part of the server.
 */
export function registerUserPages(
	scope: FastifyInstance,
	portal: Portal
): void {
	const send: SendForm = async ( request, reply, state ) => {
		const notice = noticeOf( request, RESULTS );
		const frame = await frameOf( portal, request, '', notice );
		const users = await portal.services.users.all();
		return sendPage( reply, frame, usersPage( frame, users, state ) );
	};
	scope.get( '/users', ( request, reply ) =>
		send( request, reply, EMPTY_FORM )
	);
	scope.post( '/users', async ( request, reply ) => {
		const values = formValues( request );
		const { id = '', name = '', password = '', account = '' } = values;
		try {
			const role = roleOf( values.role );
			const created = await portal.services.users.create(
				{
					id: id.trim(),
					name: name.trim(),
					...( account === ''
						? { role }
						: {
								role: 'none' as const,
								accounts: [ { account, role } ],
							} ),
					...( password === '' ? {} : { password } ),
				},
				request.signedInAs
			);
			// No redirect: the password stands in this one answer and nowhere else.
			return sendPage(
				reply,
				await frameOf( portal, request, '' ),
				userCreatedPage(
					created.user,
					password === '' ? created.password : null
				)
			);
		} catch ( error ) {
			return answerForm(
				request,
				reply,
				() => Promise.reject( error ),
				( message ) => send( request, reply, { values, message } )
			);
		}
	} );
	registerForm( scope, '/users/:id/access', accessForm( portal ) );
	registerForm( scope, '/users/:id/delete', deleteUserForm( portal ) );
}

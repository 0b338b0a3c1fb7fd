/** The page of WordPress installs and its forms. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authorize } from '../http/guard.ts';
import type { Install } from '../model/hosting.ts';
import { HostingError } from '../model/hosting.ts';
import type { FormPage } from './forms.ts';
import { noticeOf, registerForm, registerList } from './forms.ts';
import {
	deleteInstallPage,
	installAddressPage,
	INSTALLS_HREF,
	installsPage,
	linkInstalls,
} from './pages/installs.ts';
import type { Portal } from './portal.ts';
import { frameOf, sendPage } from './portal.ts';

/** The account is known once the install is found. */
const OF_ANY_ACCOUNT = { scope: 'any' } as const;

const RESULTS = {
	added: () => 'Install added. Environments can be linked to it now.',
	address: () => 'Address changed. It counts from the next build.',
	deleted: () => 'Install deleted.',
};

async function findInstall(
	portal: Portal,
	request: FastifyRequest< { Params: { name: string } } >
): Promise< Install > {
	const { name } = request.params;
	const installs = await visibleInstalls( portal, request );
	const install = installs.find( ( one ) => one.name === name );
	if ( install === undefined ) {
		throw new HostingError(
			404,
			`There is no install “${ name }”. It may have been deleted.`
		);
	}
	authorize( request, install.accountName );
	return install;
}

async function visibleInstalls(
	{ services }: Portal,
	{ access }: FastifyRequest
): Promise< Install[] > {
	return ( await services.installs.all() ).filter( ( { accountName } ) =>
		access.sees( accountName )
	);
}

async function visibleEnvironments(
	{ services }: Portal,
	{ access }: FastifyRequest
) {
	const accounts = ( await services.catalog.accounts() ).filter(
		( { name } ) => access.sees( name )
	);
	const apps = await Promise.all(
		accounts.map( ( { name } ) => services.catalog.apps( name ) )
	);
	const environments = await Promise.all(
		apps
			.flat()
			.map( ( { accountName, appId } ) =>
				services.catalog.environments( accountName, appId )
			)
	);
	return environments.flat();
}

async function addInstall(
	{ services }: Portal,
	values: Record< string, string >,
	request: FastifyRequest
): Promise< string > {
	const { account: accountName = '', url = '' } = values;
	authorize( request, accountName );
	const name = ( values.name ?? '' ).trim();
	const installs = await services.installs.all();
	if ( installs.some( ( install ) => install.name === name ) ) {
		throw new HostingError(
			409,
			`There is an install “${ name }” already. Change its address, or choose another name.`
		);
	}
	await services.installs.save( { accountName, name, url: url.trim() } );
	return `${ INSTALLS_HREF }?done=added`;
}

type InstallForm = FormPage< { name: string } >;

function addressForm( portal: Portal ): InstallForm {
	return {
		send: async ( request, reply, state ) => {
			const install = await findInstall( portal, request );
			const frame = await frameOf( portal, request, '' );
			return sendPage(
				reply,
				frame,
				installAddressPage( install, state )
			);
		},
		act: async ( request, { url = '' } ) => {
			const install = await findInstall( portal, request );
			const { accountName, name } = install;
			await portal.services.installs.save( {
				accountName,
				name,
				url: url.trim(),
			} );
			return `${ INSTALLS_HREF }?done=address`;
		},
	};
}

function deleteInstallForm( portal: Portal ): InstallForm {
	return {
		send: async ( request, reply, state ) => {
			const install = await findInstall( portal, request );
			const frame = await frameOf( portal, request, '' );
			return sendPage(
				reply,
				frame,
				deleteInstallPage( install, state )
			);
		},
		act: async ( request ) => {
			const { name } = await findInstall( portal, request );
			await portal.services.installs.delete( name );
			return `${ INSTALLS_HREF }?done=deleted`;
		},
	};
}

/**
 * Registers the page of installs.
 *
 * @param scope The portal's part of the server.
 */
export function registerInstallPages(
	scope: FastifyInstance,
	portal: Portal
): void {
	registerList(
		scope,
		'/installs',
		'any',
		async ( request, reply, state ) => {
			const notice = noticeOf( request, RESULTS );
			const frame = await frameOf( portal, request, '', notice );
			const installs = linkInstalls(
				await visibleInstalls( portal, request ),
				await visibleEnvironments( portal, request )
			);
			return sendPage(
				reply,
				frame,
				installsPage( frame, installs, state )
			);
		},
		( values, request ) => addInstall( portal, values, request )
	);
	registerForm(
		scope,
		'/installs/:name/address',
		addressForm( portal ),
		OF_ANY_ACCOUNT
	);
	registerForm(
		scope,
		'/installs/:name/delete',
		deleteInstallForm( portal ),
		OF_ANY_ACCOUNT
	);
}

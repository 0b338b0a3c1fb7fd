/**
 * The page of WordPress installs and its forms.
 */
import type { FastifyInstance } from 'fastify';
import type { Install } from '../model.ts';
import { HostingError } from '../model.ts';
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

const RESULTS = {
	added: () => 'Install added. Environments can be linked to it now.',
	address: () => 'Address changed. It counts from the next build.',
	deleted: () => 'Install deleted.',
};

async function findInstall( portal: Portal, name: string ): Promise< Install > {
	const installs = await portal.hosting.installs();
	const install = installs.find( ( one ) => one.name === name );
	if ( install === undefined ) {
		throw new HostingError(
			404,
			`There is no install “${ name }”. It may have been deleted.`
		);
	}
	return install;
}

async function allEnvironments( { hosting }: Portal ) {
	const accounts = await hosting.accounts();
	const apps = await Promise.all(
		accounts.map( ( { name } ) => hosting.apps( name ) )
	);
	const environments = await Promise.all(
		apps
			.flat()
			.map( ( { accountName, appId } ) =>
				hosting.environments( accountName, appId )
			)
	);
	return environments.flat();
}

async function addInstall(
	{ hosting }: Portal,
	values: Record< string, string >
): Promise< string > {
	const { account: accountName = '', url = '' } = values;
	const name = ( values.name ?? '' ).trim();
	const installs = await hosting.installs();
	if ( installs.some( ( install ) => install.name === name ) ) {
		throw new HostingError(
			409,
			`There is an install “${ name }” already. Change its address, or choose another name.`
		);
	}
	await hosting.saveInstall( { accountName, name, url: url.trim() } );
	return `${ INSTALLS_HREF }?done=added`;
}

type InstallForm = FormPage< { name: string } >;

function addressForm( portal: Portal ): InstallForm {
	return {
		send: async ( request, reply, state ) => {
			const install = await findInstall( portal, request.params.name );
			const frame = await frameOf( portal, request, '' );
			return sendPage(
				reply,
				frame,
				installAddressPage( install, state )
			);
		},
		act: async ( request, { url = '' } ) => {
			const install = await findInstall( portal, request.params.name );
			const { accountName, name } = install;
			await portal.hosting.saveInstall( {
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
			const install = await findInstall( portal, request.params.name );
			const frame = await frameOf( portal, request, '' );
			return sendPage(
				reply,
				frame,
				deleteInstallPage( install, state )
			);
		},
		act: async ( request ) => {
			const { name } = await findInstall( portal, request.params.name );
			await portal.hosting.deleteInstall( name );
			return `${ INSTALLS_HREF }?done=deleted`;
		},
	};
}

/**
 * Registers the page of installs.
 *
 * @param scope  The portal's part of the server.
 * @param portal The portal.
 */
export function registerInstallPages(
	scope: FastifyInstance,
	portal: Portal
): void {
	registerList(
		scope,
		'/installs',
		async ( request, reply, state ) => {
			const notice = noticeOf( request, RESULTS );
			const frame = await frameOf( portal, request, '', notice );
			const installs = linkInstalls(
				await portal.hosting.installs(),
				await allEnvironments( portal )
			);
			return sendPage(
				reply,
				frame,
				installsPage( frame, installs, state )
			);
		},
		( values ) => addInstall( portal, values )
	);
	registerForm( scope, '/installs/:name/address', addressForm( portal ) );
	registerForm(
		scope,
		'/installs/:name/delete',
		deleteInstallForm( portal )
	);
}

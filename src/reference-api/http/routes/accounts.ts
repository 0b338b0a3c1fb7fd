/** Accounts and WordPress installs over HTTP. Only this platform has these routes. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Access } from '../../access/access.ts';
import { quoteName } from '../../lib/names.ts';
import { HostingError } from '../../model/hosting.ts';
import type { Install } from '../../model/hosting.ts';
import type { Services } from '../../services/services.ts';
import { authorize } from '../guard.ts';
import { documentRoute, NoContent } from '../route-documentation.ts';
import {
	CreateAccountBody,
	InstallParams,
	SaveInstallBody,
} from '../request-schemas.ts';
import {
	closedObject,
	describedObject,
	namedObject,
	uuid,
} from '../schema-builders.ts';
import type { TypedApp } from '../typed-app.ts';
import { checkInstallAccess } from '../install-access.ts';

const AccountSchema = namedObject( 'Account', 'An account.', {
	name: Type.String( { examples: [ 'acme' ] } ),
	id: uuid,
} );

const AccountList = describedObject( 'All accounts.', {
	accounts: Type.Array( AccountSchema ),
} );

const InstallSchema = namedObject( 'Install', 'A WordPress install.', {
	id: uuid,
	accountName: Type.String( { examples: [ 'acme' ] } ),
	name: Type.String( { examples: [ 'blog' ] } ),
	url: Type.String( {
		description: 'Empty if unknown.',
		examples: [ 'http://127.0.0.1:8888' ],
	} ),
	environments: Type.Array(
		closedObject( {
			id: Type.String( { description: 'A UUID.' } ),
			accountName: Type.String( { examples: [ 'acme' ] } ),
			appId: Type.String( { examples: [ 'shop' ] } ),
			displayName: Type.String( { examples: [ 'Production' ] } ),
		} ),
		{
			description:
				'The environments that are linked to it, of the API user’s accounts.',
		}
	),
} );

const InstallList = describedObject( 'All WordPress installs.', {
	installs: Type.Array( InstallSchema ),
} );

type InstallResponse = Static< typeof InstallSchema >;

function registerAccountList( app: TypedApp, services: Services ): void {
	app.get(
		'/_local/accounts',
		documentRoute( {
			config: { scope: 'any' },
			id: 'listLocalAccounts',
			tag: 'Accounts',
			summary: 'Lists the API user’s accounts',
			description:
				'An API user with a role on the whole platform sees all accounts.',
			answers: { 200: AccountList },
		} ),
		async ( { access } ) => ( {
			accounts: ( await services.catalog.accounts() ).filter(
				( { name } ) => access.sees( name )
			),
		} )
	);
	app.post(
		'/_local/accounts',
		documentRoute( {
			body: CreateAccountBody,
			id: 'createAccount',
			tag: 'Accounts',
			summary: 'Creates an account',
			description: 'The name cannot be changed later.',
			answers: { 200: AccountSchema },
			refusals: [ 409 ],
		} ),
		( { body } ) => services.catalog.createAccount( body.name )
	);
}

/** Shows an install with the linked environments that the user sees. */
async function installResponse(
	{ store }: Services,
	access: Access,
	install: Install
): Promise< InstallResponse > {
	const linked = await store.environments.ofInstall( install.name );
	return {
		...install,
		environments: linked
			.filter( ( { accountName } ) => access.sees( accountName ) )
			.map( ( { id, accountName, appId, displayName } ) => ( {
				id,
				accountName,
				appId,
				displayName,
			} ) ),
	};
}

function registerInstalls( app: TypedApp, services: Services ): void {
	app.get(
		'/_local/installs',
		documentRoute( {
			config: { scope: 'any' },
			id: 'listLocalInstalls',
			tag: 'Accounts',
			summary: 'Lists the WordPress installs of the API user’s accounts',
			description:
				'An API user with a role on the whole platform sees all installs.',
			answers: { 200: InstallList },
		} ),
		async ( { access } ) => {
			const installs = ( await services.installs.all() ).filter(
				( { accountName } ) => access.sees( accountName )
			);
			const responses: InstallResponse[] = [];
			for ( const install of installs ) {
				responses.push(
					await installResponse( services, access, install )
				);
			}
			return { installs: responses };
		}
	);
	app.put(
		'/_local/installs/:install',
		documentRoute( {
			config: { scope: 'any' },
			params: InstallParams,
			body: SaveInstallBody,
			id: 'saveInstall',
			tag: 'Accounts',
			summary: 'Sets the URL of a WordPress install',
			description:
				'A new install belongs to the given account. An existing one keeps its account.',
			answers: { 200: InstallSchema },
		} ),
		async ( request ) => {
			const { params, body } = request;
			const known = await checkInstallAccess(
				services,
				request,
				params.install
			);
			if ( ! known ) {
				authorize( request, body.account );
			}
			const install = await services.installs.save( {
				accountName: body.account,
				name: params.install,
				url: body.url,
			} );
			return installResponse( services, request.access, install );
		}
	);
	app.delete(
		'/_local/installs/:install',
		documentRoute( {
			config: { scope: 'any' },
			params: InstallParams,
			id: 'deleteInstall',
			tag: 'Accounts',
			summary:
				'Deletes a WordPress install that no environment is linked to',
			description:
				'The files and the database of the WordPress site are kept.',
			answers: { 204: NoContent },
			refusals: [ 409 ],
		} ),
		async ( request, reply ) => {
			const { install } = request.params;
			if (
				! ( await checkInstallAccess( services, request, install ) )
			) {
				throw new HostingError(
					404,
					`The WordPress install ${ quoteName( install ) } does not exist.`
				);
			}
			await services.installs.delete( install );
			return reply.code( 204 ).send();
		}
	);
}

export function registerAccounts( app: TypedApp, services: Services ): void {
	registerAccountList( app, services );
	registerInstalls( app, services );
}

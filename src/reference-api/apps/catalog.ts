import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { checkReservedVariables } from '../builds/platform-variables.ts';
import type { EdgeServers } from '../edge/edge-servers.ts';
import type { Folders } from '../store/folders.ts';
import type { Installs } from './installs.ts';
import { findAccount, findApp, findEnvironment } from '../store/lookups.ts';
import { HostingError } from '../model/hosting.ts';
import type {
	Account,
	App,
	Environment,
	EnvironmentPath,
	ShellVariable,
} from '../model/hosting.ts';
import {
	checkBranch,
	checkDisplayName,
	checkName,
	checkRegion,
	checkRootDirectory,
	checkShellVariables,
	quoteName,
} from '../lib/names.ts';
import { Semaphore } from '../lib/semaphore.ts';
import type { StoredEnvironment } from '../store/environments.ts';
import type { Store, Tables } from '../store/store.ts';

export interface CatalogOptions {
	store: Store;
	folders: Folders;
	edges: EdgeServers;
	installs: Installs;
	/** Creates accounts and installs when they are first named. */
	loose: boolean;
	now: () => Date;
}

export type EnvironmentFields = Pick<
	Environment,
	'displayName' | 'branch' | 'wpEnvironment'
> & { rootDirectory?: string; shellVariables: ShellVariable[] };

/** Two names that differ only in case or surrounding spaces count as the same. */
function sameName( name: string ): string {
	return name.normalize().trim().toLowerCase();
}

/**
 * Rejects a name that another environment of the app has.
 *
 * @throws HostingError 409.
 */
async function checkUnused(
	tables: Pick< Tables, 'environments' >,
	accountName: string,
	appId: string,
	displayName: string
): Promise< void > {
	const others = await tables.environments.of( accountName, appId );
	const taken = others.find(
		( other ) => sameName( other.displayName ) === sameName( displayName )
	);
	if ( taken ) {
		throw new HostingError(
			409,
			`${ appId } already has ${ quoteName( taken.displayName ) }. Choose another name.`,
			{ field: 'displayName' }
		);
	}
}

/** Accounts, applications and environments. */
export class Catalog {
	readonly #options: CatalogOptions;
	/** Names are compared before the write, in slices, so environments are created one after the other. */
	readonly #creation = new Semaphore( 1 );

	constructor( options: CatalogOptions ) {
		this.#options = options;
	}

	accounts(): Promise< Account[] > {
		return this.#options.store.accounts.all();
	}

	createAccount( name: string ): Promise< Account > {
		checkName( 'Account', name, 'name' );
		return this.#options.store.write( async ( tables ) => {
			if ( await tables.accounts.find( name ) ) {
				throw new HostingError(
					409,
					`The account ${ quoteName( name ) } already exists.`,
					{ field: 'name' }
				);
			}
			return this.#addAccount( tables, name );
		} );
	}

	async #addAccount( tables: Tables, name: string ): Promise< Account > {
		const account = { name, id: randomUUID() };
		await tables.accounts.add( account, this.#options.now() );
		await tables.installs.adopt( name );
		return account;
	}

	/** Returns an account's applications. */
	async apps( accountName: string ): Promise< App[] > {
		const { store } = this.#options;
		await findAccount( store, accountName );
		return store.apps.of( accountName );
	}

	app( accountName: string, appId: string ): Promise< App > {
		return findApp( this.#options.store, accountName, appId );
	}

	createApp(
		accountName: string,
		appId: string,
		region: string
	): Promise< App > {
		const { store, loose, now } = this.#options;
		return store.write( async ( tables ) => {
			if ( loose && ! ( await tables.accounts.find( accountName ) ) ) {
				checkName( 'Account', accountName, 'account' );
				await this.#addAccount( tables, accountName );
			}
			await findAccount( tables, accountName );
			checkName( 'appId', appId, 'appId' );
			checkRegion( region );
			if ( await tables.apps.find( accountName, appId ) ) {
				throw new HostingError(
					409,
					`${ accountName } already has ${ quoteName(
						appId
					) }. Choose another name.`,
					{ field: 'appId' }
				);
			}
			const createTime = now();
			const id = randomUUID();
			const app = { id, accountName, appId, region, createTime };
			await tables.apps.add( app );
			return app;
		} );
	}

	/** Returns an application's environments. */
	async environments(
		accountName: string,
		appId: string
	): Promise< StoredEnvironment[] > {
		await this.app( accountName, appId );
		return this.#options.store.environments.of( accountName, appId );
	}

	environment( path: EnvironmentPath ): Promise< StoredEnvironment > {
		return findEnvironment( this.#options.store, path );
	}

	/** @throws HostingError 400, 404, or 409 when the app has one of that name. */
	createEnvironment(
		accountName: string,
		appId: string,
		fields: EnvironmentFields
	): Promise< StoredEnvironment > {
		return this.#creation.run( () =>
			this.#createEnvironment( accountName, appId, fields )
		);
	}

	async #createEnvironment(
		accountName: string,
		appId: string,
		fields: EnvironmentFields
	): Promise< StoredEnvironment > {
		const { store, folders, edges, installs } = this.#options;
		await this.app( accountName, appId );
		checkDisplayName( fields.displayName );
		checkBranch( fields.branch );
		checkShellVariables( fields.shellVariables );
		checkReservedVariables( fields.shellVariables );
		checkRootDirectory( fields.rootDirectory ?? '' );
		await checkUnused( store, accountName, appId, fields.displayName );
		await store.write( ( tables ) =>
			installs.require( tables, accountName, fields.wpEnvironment )
		);
		const id = randomUUID();
		const path = { accountName, appId, environmentId: id };
		await folders.prepareEnvironment( id );
		const edgePort = await edges.open( {
			id,
			edgePort: 0,
			cacheGeneration: 0,
		} );
		try {
			return await store.write( ( tables ) =>
				this.#addEnvironment( tables, path, fields, edgePort )
			);
		} catch ( error ) {
			await edges.closeOne( id );
			await rm( folders.environment( id ), {
				recursive: true,
				force: true,
			} );
			throw error;
		}
	}

	async #addEnvironment(
		tables: Tables,
		path: EnvironmentPath,
		fields: EnvironmentFields,
		edgePort: number
	): Promise< StoredEnvironment > {
		const { accountName, appId, environmentId } = path;
		const createTime = this.#options.now();
		// The app may have been deleted while the address was made.
		await findApp( tables, accountName, appId );
		await tables.environments.add( {
			...fields,
			id: environmentId,
			accountName,
			appId,
			shellVariables: fields.shellVariables.map( ( { key, value } ) => ( {
				key,
				value,
				setTime: createTime,
			} ) ),
			variablesTime: fields.shellVariables.length > 0 ? createTime : null,
			rootDirectory: fields.rootDirectory ?? '',
			purgeOnDeploy: true,
			edgePort,
			createTime,
		} );
		return findEnvironment( tables, path );
	}
}

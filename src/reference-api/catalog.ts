/**
 * Accounts, installs, applications and environments: made, found, and refused by name.
 */
import { randomUUID } from 'node:crypto';
import type { Edges } from './edge/edges.ts';
import type { Folders } from './folders.ts';
import { HostingError } from './model.ts';
import type {
	Account,
	App,
	Environment,
	EnvironmentPath,
	Install,
} from './model.ts';
import {
	checkBranch,
	checkDisplayName,
	checkName,
	checkRegion,
	checkShellVariables,
	cleanInstallUrl,
	quote,
} from './names.ts';
import type { StoredEnvironment } from './store/environments.ts';
import type { Store } from './store/store.ts';

export interface CatalogOptions {
	store: Store;
	folders: Folders;
	edges: Edges;
	/** Makes accounts and installs when they are first named. */
	loose: boolean;
	now: () => Date;
}

/** The fields of a new environment. */
export type EnvironmentFields = Pick<
	Environment,
	'displayName' | 'branch' | 'wpEnvironment' | 'shellVariables'
>;

/** Keeps what there is on the platform. */
export class Catalog {
	readonly #options: CatalogOptions;

	constructor( options: CatalogOptions ) {
		this.#options = options;
	}

	/** Answers all accounts. */
	accounts(): Account[] {
		return this.#options.store.accounts.all();
	}

	/**
	 * Makes an account.
	 *
	 * @param name Its name.
	 */
	createAccount( name: string ): Promise< Account > {
		const { store, now } = this.#options;
		checkName( 'Account', name );
		return store.write( () => {
			if ( store.accounts.find( name ) ) {
				throw new HostingError(
					409,
					`There is an account ${ quote( name ) } already.`
				);
			}
			const account = { name, id: randomUUID() };
			store.accounts.add( account, now() );
			return account;
		} );
	}

	/**
	 * Refuses an account that does not exist.
	 *
	 * @param name Its name.
	 */
	requireAccount( name: string ): void {
		if ( ! this.#options.store.accounts.find( name ) ) {
			throw new HostingError(
				404,
				`There is no account ${ quote( name ) }.`
			);
		}
	}

	/** Answers all installs. */
	installs(): Install[] {
		return this.#options.store.installs.all();
	}

	/**
	 * Gives an install its address.
	 *
	 * @param install Name and address.
	 */
	saveInstall( install: Install ): Promise< void > {
		checkName( 'WordPress install', install.name );
		const url = cleanInstallUrl( install.url );
		const { store } = this.#options;
		return store.write( () =>
			store.installs.save( { name: install.name, url } )
		);
	}

	/**
	 * Answers an account's applications.
	 *
	 * @param accountName Name of the account.
	 */
	apps( accountName: string ): App[] {
		this.requireAccount( accountName );
		return this.#options.store.apps.of( accountName );
	}

	/**
	 * Answers an application.
	 *
	 * @param accountName Name of the account.
	 * @param appId       Name of the application.
	 */
	app( accountName: string, appId: string ): App {
		this.requireAccount( accountName );
		const app = this.#options.store.apps.find( accountName, appId );
		if ( ! app ) {
			throw new HostingError(
				404,
				`There is no app ${ quote( appId ) } in account ${ quote(
					accountName
				) }.`
			);
		}
		return app;
	}

	/**
	 * Makes an application.
	 *
	 * @param accountName Name of the account.
	 * @param appId       Name of the application.
	 * @param region      The region.
	 */
	async createApp(
		accountName: string,
		appId: string,
		region: string
	): Promise< App > {
		const { store, loose, now } = this.#options;
		if ( loose && ! store.accounts.find( accountName ) ) {
			await this.createAccount( accountName );
		}
		this.requireAccount( accountName );
		checkName( 'appId', appId );
		checkRegion( region );
		return store.write( () => {
			if ( store.apps.find( accountName, appId ) ) {
				throw new HostingError(
					409,
					`Account ${ quote( accountName ) } has an app ${ quote(
						appId
					) } already. Choose another appId.`
				);
			}
			const createTime = now();
			const app = {
				id: randomUUID(),
				accountName,
				appId,
				region,
				createTime,
			};
			store.apps.add( app );
			return app;
		} );
	}

	/**
	 * Answers an application's environments.
	 *
	 * @param accountName Name of the account.
	 * @param appId       Name of the application.
	 */
	environments( accountName: string, appId: string ): StoredEnvironment[] {
		this.app( accountName, appId );
		return this.#options.store.environments.of( accountName, appId );
	}

	/**
	 * Answers an environment.
	 *
	 * @param path Account, app and environment.
	 */
	environment( path: EnvironmentPath ): StoredEnvironment {
		const { accountName, appId, environmentId } = path;
		const found = this.#options.store.environments.find( environmentId );
		if ( found?.accountName === accountName && found.appId === appId ) {
			return found;
		}
		this.app( accountName, appId );
		throw new HostingError(
			404,
			`There is no environment ${ quote( environmentId ) } in app ${ quote(
				appId
			) }.`
		);
	}

	/**
	 * Makes an environment, with an address of its own.
	 *
	 * @param accountName Name of the account.
	 * @param appId       Name of the application.
	 * @param fields      What it is made of.
	 */
	async createEnvironment(
		accountName: string,
		appId: string,
		fields: EnvironmentFields
	): Promise< StoredEnvironment > {
		const { store, folders, edges, now } = this.#options;
		this.app( accountName, appId );
		checkDisplayName( fields.displayName );
		checkBranch( fields.branch );
		checkShellVariables( fields.shellVariables );
		await this.#requireInstall( fields.wpEnvironment );
		const id = randomUUID();
		await folders.prepareEnvironment( id );
		const edgePort = await edges.open( {
			id,
			edgePort: 0,
			cacheGeneration: 0,
		} );
		await store.write( () =>
			store.environments.add( {
				...fields,
				id,
				accountName,
				appId,
				edgePort,
				createTime: now(),
			} )
		);
		return this.environment( { accountName, appId, environmentId: id } );
	}

	async #requireInstall( name: string ): Promise< void > {
		const { store, loose } = this.#options;
		checkName( 'wpEnvironment', name );
		if ( store.installs.find( name ) ) {
			return;
		}
		if ( loose ) {
			// Its address is not known yet, so builds get none.
			await store.write( () => store.installs.save( { name, url: '' } ) );
			return;
		}
		const known = store.installs.all().map( ( install ) => install.name );
		throw new HostingError(
			400,
			`There is no WordPress install ${ quote( name ) }. Known are: ${
				known.join( ', ' ) || 'none'
			}. Add one by --wordpress NAME=URL or in the portal.`
		);
	}
}

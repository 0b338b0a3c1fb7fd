import { randomUUID } from 'node:crypto';
import { findAccount, findInstall } from '../store/lookups.ts';
import { HostingError } from '../model/hosting.ts';
import type { Install } from '../model/hosting.ts';
import { checkName, cleanInstallUrl, quoteName } from '../lib/names.ts';
import type { Store, Tables } from '../store/store.ts';

export class Installs {
	readonly #store: Store;
	readonly #loose: boolean;

	/** @param loose Whether an install is made when it is first named. */
	constructor( store: Store, loose: boolean ) {
		this.#store = store;
		this.#loose = loose;
	}

	all(): Promise< Install[] > {
		return this.#store.installs.all();
	}

	find( name: string ): Promise< Install | null > {
		return this.#store.installs.find( name );
	}

	/**
	 * Sets the URL of an install. An existing install stays in its account.
	 *
	 * @param install Account, name and address; the default account is the first one.
	 */
	save(
		install: Pick< Install, 'accountName' | 'name' | 'url' >
	): Promise< Install > {
		const { accountName, name } = install;
		checkName( 'WordPress install', name, 'install' );
		const url = cleanInstallUrl( install.url );
		return this.#store.write( async ( tables ) => {
			const known = await tables.installs.find( name );
			if ( ! known && accountName !== '' ) {
				await findAccount( tables, accountName, 'account' );
			}
			return this.#save( tables, { accountName, ...known, name, url } );
		} );
	}

	async #save(
		tables: Tables,
		fields: Pick< Install, 'accountName' | 'name' | 'url' >
	): Promise< Install > {
		const [ firstAccount ] = await tables.accounts.first( 1 );
		const install = {
			id: randomUUID(),
			...fields,
			accountName: fields.accountName || firstAccount?.name || '',
		};
		await tables.installs.save( install );
		return install;
	}

	/**
	 * Finds the install to which an environment is to be linked.
	 *
	 * @param name Empty for an environment without an install.
	 * @throws HostingError 400; in loose mode the install is made instead.
	 */
	async require(
		tables: Tables,
		accountName: string,
		name: string
	): Promise< Install | null > {
		if ( name === '' ) {
			return null;
		}
		checkName( 'wpEnvironment', name, 'wpEnvironment' );
		if ( this.#loose && ! ( await tables.installs.find( name ) ) ) {
			// Its address is not known yet, so builds get none.
			return this.#save( tables, { accountName, name, url: '' } );
		}
		return findInstall( tables, name, 400, accountName );
	}

	/** @throws HostingError 404, or 409 while an environment is linked to it. */
	delete( name: string ): Promise< void > {
		return this.#store.write( async ( tables ) => {
			const install = await findInstall( tables, name, 404 );
			const linked = await tables.environments.firstOfInstall( name );
			if ( linked ) {
				throw new HostingError(
					409,
					`The install ${ quoteName( name ) } is linked to ${ quoteName(
						linked.displayName
					) } of app ${
						linked.appId
					}. Link that environment to another install first.`
				);
			}
			await tables.installs.delete( name );
			await tables.usage.removeOf( install.id );
		} );
	}
}

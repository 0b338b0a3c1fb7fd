import { checkReservedVariables } from '../builds/platform-variables.ts';
import type { Installs } from './installs.ts';
import { findEnvironment, listAvailable } from '../store/lookups.ts';
import { HostingError } from '../model/hosting.ts';
import type {
	EnvironmentPath,
	StoredVariable,
	ShellVariable,
} from '../model/hosting.ts';
import {
	checkShellVariables,
	checkRootDirectory,
	quoteName,
} from '../lib/names.ts';
import type { StoredEnvironment } from '../store/environments.ts';
import type { Store, Tables } from '../store/store.ts';

export interface VariableChanges {
	set: ShellVariable[];
	remove: string[];
}

/** Omitted settings stay unchanged. */
export interface SettingChanges {
	/** Another WordPress install. */
	wpEnvironment?: string;
	/** The folder of the source that is built. */
	rootDirectory?: string;
	/** Whether a new release purges the edge cache. */
	purgeOnDeploy?: boolean;
}

/**
 * Applies changes to variables; a new one comes last.
 *
 * @throws HostingError 400, or 404 for a key that is not there.
 */
function changeVariables(
	known: readonly StoredVariable[],
	changes: VariableChanges,
	{ setTime, field }: { setTime: Date; field: string }
): StoredVariable[] {
	const variables = new Map( known.map( ( one ) => [ one.key, one ] ) );
	for ( const key of changes.remove ) {
		if ( ! variables.delete( key ) ) {
			const keys = known.map( ( one ) => quoteName( one.key ) );
			throw new HostingError(
				404,
				`The shell variable ${ quoteName( key ) } does not exist. ${ listAvailable( keys ) }`
			);
		}
	}
	for ( const { key, value } of changes.set ) {
		variables.set( key, { key, value, setTime } );
	}
	const changed = [ ...variables.values() ];
	checkShellVariables( changed, field );
	return changed;
}

/** Changes environments, and returns the changed environments. */
export class EnvironmentSettings {
	readonly #store: Store;
	readonly #installs: Installs;
	readonly #now: () => Date;

	constructor( store: Store, installs: Installs, now: () => Date ) {
		this.#store = store;
		this.#installs = installs;
		this.#now = now;
	}

	#change(
		path: EnvironmentPath,
		work: ( tables: Tables, known: StoredEnvironment ) => Promise< void >
	): Promise< StoredEnvironment > {
		return this.#store.write( async ( tables ) => {
			await work( tables, await findEnvironment( tables, path ) );
			return findEnvironment( tables, path );
		} );
	}

	/**
	 * Sets and removes shell variables; running builds keep their values.
	 *
	 * @param field The field of the request that holds the variables to be set.
	 */
	async setVariables(
		path: EnvironmentPath,
		changes: VariableChanges,
		field = 'set'
	): Promise< StoredEnvironment > {
		checkShellVariables( changes.set, field );
		checkReservedVariables( changes.set, field );
		return this.#change( path, async ( { environments }, known ) => {
			const setTime = this.#now();
			const variables = changeVariables( known.shellVariables, changes, {
				setTime,
				field,
			} );
			await environments.setVariables( known.id, variables, setTime );
		} );
	}

	/**
	 * Changes settings together or not at all; running builds keep their values.
	 *
	 * @throws HostingError 400 for an unknown install, or a root directory that leads out of the source.
	 */
	async change(
		path: EnvironmentPath,
		changes: SettingChanges
	): Promise< StoredEnvironment > {
		const { wpEnvironment, rootDirectory } = changes;
		if ( rootDirectory !== undefined ) {
			checkRootDirectory( rootDirectory );
		}
		return this.#change( path, async ( tables, known ) => {
			if ( wpEnvironment !== undefined ) {
				await this.#installs.require(
					tables,
					known.accountName,
					wpEnvironment
				);
			}
			await tables.environments.setSettings( known.id, {
				...known,
				...changes,
			} );
		} );
	}
}

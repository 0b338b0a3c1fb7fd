import type { Environment, StoredVariable } from '../model/hosting.ts';
import * as queries from './environment-queries.ts';
import { Repository } from './repository.ts';
import { toDate } from './tables.ts';
import type { Row } from './tables.ts';

/** An environment with what only the platform itself needs. */
export interface StoredEnvironment extends Environment {
	/** Part of every cache key; one more after each purge. */
	cacheGeneration: number;
	purgeTime: Date | null;
	/** Name of the zip file that was live last, else of the newest upload's; empty before the first. */
	source: string;
}

/** A variable in its database row. Old rows have no time. */
interface VariableItem {
	key: string;
	value: string;
	setTime?: number;
}

function packVariables( variables: readonly StoredVariable[] ): string {
	return JSON.stringify(
		variables.map(
			( { key, value, setTime }: StoredVariable ): VariableItem => ( {
				key,
				value,
				setTime: setTime.getTime(),
			} )
		)
	);
}

function unpackVariables( row: Row< 'environments' > ): StoredVariable[] {
	const items = JSON.parse( row.shell_variables ) as VariableItem[];
	return items.map( ( { key, value, setTime } ) => ( {
		key,
		value,
		setTime: new Date( setTime ?? row.create_time ),
	} ) );
}

function toEnvironment( row: Row< 'environments' > ): StoredEnvironment {
	return {
		id: row.id,
		accountName: row.account_name,
		appId: row.app_id,
		displayName: row.display_name,
		branch: row.branch,
		wpEnvironment: row.wp_environment,
		rootDirectory: row.root_directory,
		shellVariables: unpackVariables( row ),
		variablesTime: toDate( row.variables_time ),
		purgeOnDeploy: row.purge_on_deploy === 1,
		edgePort: row.edge_port,
		cacheGeneration: row.cache_generation,
		purgeTime: toDate( row.purge_time ),
		source: row.source,
		createTime: new Date( row.create_time ),
	};
}

export class EnvironmentRepository extends Repository {
	/** Returns the environments of all applications, oldest first. */
	async all(): Promise< StoredEnvironment[] > {
		return ( await this.list( queries.ALL, {} ) ).map( toEnvironment );
	}

	/** Returns an application's environments, oldest first. */
	async of(
		accountName: string,
		appId: string
	): Promise< StoredEnvironment[] > {
		const rows = await this.list( queries.OF, { accountName, appId } );
		return rows.map( toEnvironment );
	}

	async find( id: string ): Promise< StoredEnvironment | null > {
		const row = await this.first( queries.FIND, { id } );
		return row ? toEnvironment( row ) : null;
	}

	async add( environment: Environment ): Promise< void > {
		await this.run( queries.ADD, {
			id: environment.id,
			account_name: environment.accountName,
			app_id: environment.appId,
			display_name: environment.displayName,
			branch: environment.branch,
			wp_environment: environment.wpEnvironment,
			root_directory: environment.rootDirectory,
			shell_variables: packVariables( environment.shellVariables ),
			variables_time: environment.variablesTime?.getTime() ?? null,
			purge_on_deploy: environment.purgeOnDeploy ? 1 : 0,
			edge_port: environment.edgePort,
			create_time: environment.createTime.getTime(),
		} );
	}

	/** Remembers the port of an environment's edge. */
	async setEdgePort( id: string, port: number ): Promise< void > {
		await this.run( queries.SET_EDGE_PORT, { id, port } );
	}

	/** Remembers what the environment is built from. */
	async setSource( id: string, source: string ): Promise< void > {
		await this.run( queries.SET_SOURCE, { id, source } );
	}

	/** Replaces the shell variables. */
	async setVariables(
		id: string,
		variables: readonly StoredVariable[],
		at: Date
	): Promise< void > {
		await this.run( queries.SET_VARIABLES, {
			id,
			variables: packVariables( variables ),
			at: at.getTime(),
		} );
	}

	/** Links another WordPress install. */
	async link( id: string, install: string ): Promise< void > {
		await this.run( queries.LINK, { id, install } );
	}

	/**
	 * Stores the folder of the source that is built.
	 *
	 * @param rootDirectory Relative path with slashes; empty for the top folder.
	 */
	async setRootDirectory(
		id: string,
		rootDirectory: string
	): Promise< void > {
		await this.run( queries.SET_ROOT_DIRECTORY, { id, rootDirectory } );
	}

	/** Sets whether a new release purges the edge cache. */
	async setPurgeOnDeploy( id: string, isOn: boolean ): Promise< void > {
		await this.run( queries.SET_PURGE_ON_DEPLOY, {
			id,
			isOn: isOn ? 1 : 0,
		} );
	}

	/** Increments the cache generation. */
	async bumpGeneration( id: string, at: Date ): Promise< number > {
		const row = await this.first( queries.BUMP_GENERATION, {
			id,
			at: at.getTime(),
		} );
		return row?.cache_generation ?? 0;
	}

	/** Deletes an environment, with its builds and webhooks. */
	async delete( id: string ): Promise< boolean > {
		for ( const statement of queries.DELETE_DEPENDENTS ) {
			await this.run( statement, { id } );
		}
		return ( await this.run( queries.DELETE, { id } ) ) > 0;
	}
}

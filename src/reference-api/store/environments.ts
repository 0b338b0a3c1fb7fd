import type { Environment, StoredVariable } from '../model/hosting.ts';
import { Repository } from './repository.ts';
import { toDate } from './row.ts';
import type { Row } from './row.ts';

/** An environment with what only the platform itself needs. */
export interface StoredEnvironment extends Environment {
	/** Part of every cache key; one more after each purge. */
	cacheGeneration: number;
	purgeTime: Date | null;
	/** Name of the zip file that was live last, else of the newest upload's; empty before the first. */
	source: string;
	/** Kept by triggers of the database. */
	buildCount: number;
}

type EnvironmentRow = Row< StoredEnvironment >;

function packVariables( variables: readonly StoredVariable[] ): string {
	const items = variables.map(
		( { key, value, setTime } ): Row< StoredVariable > => ( {
			key,
			value,
			setTime: setTime.getTime(),
		} )
	);
	return JSON.stringify( items );
}

function unpackVariables( json: string ): StoredVariable[] {
	const items = JSON.parse( json ) as Row< StoredVariable >[];
	return items.map( ( item ) => ( {
		...item,
		setTime: new Date( item.setTime ),
	} ) );
}

function toEnvironment( row: EnvironmentRow ): StoredEnvironment {
	return {
		...row,
		shellVariables: unpackVariables( row.shellVariables ),
		variablesTime: toDate( row.variablesTime ),
		purgeOnDeploy: row.purgeOnDeploy === 1,
		purgeTime: toDate( row.purgeTime ),
		createTime: new Date( row.createTime ),
	};
}

/** Where the next slice of environments begins. */
function after( last: EnvironmentRow | undefined ) {
	return { createTime: last?.createTime ?? -1, id: last?.id ?? '' };
}

/** Rows that belong to an environment, in an order that the foreign keys allow to delete. */
const DEPENDENT_TABLES = [ 'webhook_calls', 'webhook_sets', 'builds' ];

export class EnvironmentRepository extends Repository {
	/** Returns the environments of all applications, oldest first. */
	async all(): Promise< StoredEnvironment[] > {
		const rows = await this.slices< EnvironmentRow >( ( last, limit ) =>
			this.db.all(
				'SELECT * FROM environments WHERE id > :id ORDER BY id LIMIT :limit',
				{ id: last?.id ?? '', limit }
			)
		);
		return rows
			.toSorted( ( a, b ) => a.createTime - b.createTime )
			.map( toEnvironment );
	}

	/** Returns an application's environments, oldest first. */
	async of(
		accountName: string,
		appId: string
	): Promise< StoredEnvironment[] > {
		const rows = await this.slices< EnvironmentRow >( ( last, limit ) =>
			this.#ofAfter( accountName, appId, last, limit )
		);
		return rows.map( toEnvironment );
	}

	/** Returns an application's first environments, oldest first. */
	async firstOf(
		accountName: string,
		appId: string,
		limit: number
	): Promise< StoredEnvironment[] > {
		const rows = await this.#ofAfter(
			accountName,
			appId,
			undefined,
			limit
		);
		return rows.map( toEnvironment );
	}

	#ofAfter(
		accountName: string,
		appId: string,
		last: EnvironmentRow | undefined,
		limit: number
	): Promise< EnvironmentRow[] > {
		return this.db.all< EnvironmentRow >(
			`SELECT * FROM environments
			WHERE accountName = :accountName AND appId = :appId
				AND (createTime, id) > (:createTime, :id)
			ORDER BY createTime, id LIMIT :limit`,
			{ accountName, appId, limit, ...after( last ) }
		);
	}

	/** Returns the environments that are linked to an install, oldest first. */
	async ofInstall( install: string ): Promise< StoredEnvironment[] > {
		const rows = await this.slices< EnvironmentRow >( ( last, limit ) =>
			this.#ofInstallAfter( install, last, limit )
		);
		return rows.map( toEnvironment );
	}

	/** Returns the oldest environment that is linked to an install, or null. */
	async firstOfInstall(
		install: string
	): Promise< StoredEnvironment | null > {
		const [ row ] = await this.#ofInstallAfter( install, undefined, 1 );
		return row ? toEnvironment( row ) : null;
	}

	#ofInstallAfter(
		install: string,
		last: EnvironmentRow | undefined,
		limit: number
	): Promise< EnvironmentRow[] > {
		return this.db.all< EnvironmentRow >(
			`SELECT * FROM environments
			WHERE wpEnvironment = :install AND (createTime, id) > (:createTime, :id)
			ORDER BY createTime, id LIMIT :limit`,
			{ install, limit, ...after( last ) }
		);
	}

	async find( id: string ): Promise< StoredEnvironment | null > {
		const row = await this.db.first< EnvironmentRow >(
			'SELECT * FROM environments WHERE id = :id',
			{ id }
		);
		return row ? toEnvironment( row ) : null;
	}

	async add( environment: Environment ): Promise< void > {
		const { shellVariables, variablesTime, createTime } = environment;
		await this.db.run(
			`INSERT INTO environments (
				id, accountName, appId, displayName, branch, wpEnvironment, rootDirectory,
				shellVariables, variablesTime, purgeOnDeploy, edgePort, createTime
			) VALUES (
				:id, :accountName, :appId, :displayName, :branch, :wpEnvironment, :rootDirectory,
				:shellVariables, :variablesTime, :purgeOnDeploy, :edgePort, :createTime
			)`,
			{
				...environment,
				shellVariables: packVariables( shellVariables ),
				variablesTime: variablesTime?.getTime() ?? null,
				purgeOnDeploy: environment.purgeOnDeploy ? 1 : 0,
				createTime: createTime.getTime(),
			}
		);
	}

	async #update( id: string, set: string, values: object ): Promise< void > {
		await this.db.run( `UPDATE environments SET ${ set } WHERE id = :id`, {
			id,
			...values,
		} );
	}

	setEdgePort( id: string, port: number ): Promise< void > {
		return this.#update( id, 'edgePort = :port', { port } );
	}

	/** Stores what the environment is built from. */
	setSource( id: string, source: string ): Promise< void > {
		return this.#update( id, 'source = :source', { source } );
	}

	setVariables(
		id: string,
		variables: readonly StoredVariable[],
		at: Date
	): Promise< void > {
		return this.#update(
			id,
			'shellVariables = :variables, variablesTime = :at',
			{ variables: packVariables( variables ), at: at.getTime() }
		);
	}

	setSettings(
		id: string,
		{
			wpEnvironment,
			rootDirectory,
			purgeOnDeploy,
		}: Pick<
			Environment,
			'wpEnvironment' | 'rootDirectory' | 'purgeOnDeploy'
		>
	): Promise< void > {
		return this.#update(
			id,
			`wpEnvironment = :wpEnvironment, rootDirectory = :rootDirectory,
			purgeOnDeploy = :purgeOnDeploy`,
			{
				wpEnvironment,
				rootDirectory,
				purgeOnDeploy: purgeOnDeploy ? 1 : 0,
			}
		);
	}

	/** Increments the cache generation. */
	async bumpGeneration( id: string, at: Date ): Promise< number > {
		const row = await this.db.first<
			Pick< EnvironmentRow, 'cacheGeneration' >
		>(
			`UPDATE environments SET cacheGeneration = cacheGeneration + 1, purgeTime = :at
			WHERE id = :id
			RETURNING cacheGeneration`,
			{ id, at: at.getTime() }
		);
		return row?.cacheGeneration ?? 0;
	}

	/** Deletes an environment, with its builds and webhooks. */
	async delete( id: string ): Promise< boolean > {
		for ( const table of DEPENDENT_TABLES ) {
			await this.db.run(
				`DELETE FROM ${ table } WHERE environmentId = :id`,
				{ id }
			);
		}
		const deleted = await this.db.run(
			'DELETE FROM environments WHERE id = :id',
			{ id }
		);
		return deleted > 0;
	}
}

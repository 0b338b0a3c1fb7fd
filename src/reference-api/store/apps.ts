import type { App } from '../model/hosting.ts';
import { Repository } from './repository.ts';
import type { Row } from './row.ts';

function toApp( row: Row< App > ): App {
	return { ...row, createTime: new Date( row.createTime ) };
}

export class AppRepository extends Repository {
	/** Returns an account's applications, oldest first. */
	async of( accountName: string ): Promise< App[] > {
		const rows = await this.slices< Row< App > >( ( last, limit ) =>
			this.#after( accountName, last?.appId ?? '', limit )
		);
		return rows
			.toSorted( ( a, b ) => a.createTime - b.createTime )
			.map( toApp );
	}

	/** Returns an account's first applications, by name. */
	async first( accountName: string, limit: number ): Promise< App[] > {
		return ( await this.#after( accountName, '', limit ) ).map( toApp );
	}

	#after(
		accountName: string,
		appId: string,
		limit: number
	): Promise< Row< App >[] > {
		return this.db.all< Row< App > >(
			`SELECT * FROM apps WHERE accountName = :accountName AND appId > :appId
			ORDER BY appId LIMIT :limit`,
			{ accountName, appId, limit }
		);
	}

	async find( accountName: string, appId: string ): Promise< App | null > {
		const row = await this.db.first< Row< App > >(
			'SELECT * FROM apps WHERE accountName = :accountName AND appId = :appId',
			{ accountName, appId }
		);
		return row ? toApp( row ) : null;
	}

	async add( app: App ): Promise< void > {
		await this.db.run(
			`INSERT INTO apps (id, accountName, appId, region, createTime)
			VALUES (:id, :accountName, :appId, :region, :createTime)`,
			{ ...app, createTime: app.createTime.getTime() }
		);
	}

	/** Deletes an application that has no environments any more. */
	async delete( id: string ): Promise< boolean > {
		const deleted = await this.db.run( 'DELETE FROM apps WHERE id = :id', {
			id,
		} );
		return deleted > 0;
	}
}

import type { App } from '../model/hosting.ts';
import { Repository } from './repository.ts';
import type { Row } from './row.ts';

function toApp( row: Row< App > ): App {
	return { ...row, createTime: new Date( row.createTime ) };
}

export class AppRepository extends Repository {
	/** Returns an account's applications, oldest first. */
	async of( accountName: string ): Promise< App[] > {
		const rows = await this.db.all< Row< App > >(
			'SELECT * FROM apps WHERE accountName = :accountName ORDER BY createTime, appId',
			{ accountName }
		);
		return rows.map( toApp );
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

import type { App } from '../model/hosting.ts';
import { Repository } from './repository.ts';
import type { AppRow } from './tables.ts';

function toApp( row: AppRow ): App {
	return {
		id: row.id,
		accountName: row.account_name,
		appId: row.app_id,
		region: row.region,
		createTime: new Date( row.create_time ),
	};
}

export class AppRepository extends Repository {
	/** Returns an account's applications, oldest first. */
	async of( accountName: string ): Promise< App[] > {
		const rows = await this.db.all< AppRow >(
			'SELECT * FROM apps WHERE account_name = :accountName ORDER BY create_time, app_id',
			{ accountName }
		);
		return rows.map( toApp );
	}

	async find( accountName: string, appId: string ): Promise< App | null > {
		const row = await this.db.first< AppRow >(
			'SELECT * FROM apps WHERE account_name = :accountName AND app_id = :appId',
			{ accountName, appId }
		);
		return row ? toApp( row ) : null;
	}

	async add( app: App ): Promise< void > {
		await this.db.run(
			`INSERT INTO apps (id, account_name, app_id, region, create_time)
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

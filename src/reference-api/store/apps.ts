import type { App } from '../model/hosting.ts';
import { Repository, statement } from './repository.ts';
import type { Row } from './tables.ts';

const OF = statement< { accountName: string }, Row< 'apps' > >(
	'SELECT * FROM apps WHERE account_name = :accountName ORDER BY create_time, app_id'
);

const FIND = statement< { accountName: string; appId: string }, Row< 'apps' > >(
	'SELECT * FROM apps WHERE account_name = :accountName AND app_id = :appId'
);

const ADD = statement< Row< 'apps' > >( `
	INSERT INTO apps (
		id, account_name, app_id, region, create_time
	) VALUES (
		:id, :account_name, :app_id, :region, :create_time
	)
` );

const DELETE = statement< { id: string } >( 'DELETE FROM apps WHERE id = :id' );

function toApp( row: Row< 'apps' > ): App {
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
		return ( await this.list( OF, { accountName } ) ).map( toApp );
	}

	async find( accountName: string, appId: string ): Promise< App | null > {
		const row = await this.first( FIND, { accountName, appId } );
		return row ? toApp( row ) : null;
	}

	async add( app: App ): Promise< void > {
		await this.run( ADD, {
			id: app.id,
			account_name: app.accountName,
			app_id: app.appId,
			region: app.region,
			create_time: app.createTime.getTime(),
		} );
	}

	/** Deletes an application that has no environments any more. */
	async delete( id: string ): Promise< boolean > {
		return ( await this.run( DELETE, { id } ) ) > 0;
	}
}

import { query, Repository } from './query.ts';

/** The one row that is written to see whether writing works. */
const NAME = 'health';

const TOUCH = query( ( sql, values: { name: string; at: number } ) =>
	sql
		.insertInto( 'checks' )
		.values( { name: values.name, at: values.at } )
		.onConflict( ( conflict ) =>
			conflict
				.column( 'name' )
				.doUpdateSet( ( { ref } ) => ( { at: ref( 'excluded.at' ) } ) )
		)
);

const LAST = query( ( sql, { name }: { name: string } ) =>
	sql.selectFrom( 'checks' ).select( 'at' ).where( 'name', '=', name )
);

/** Tries whether the database can be written and read. */
export class CheckRepository extends Repository {
	/** Writes down when it was tried. */
	async touch( at: Date ): Promise< void > {
		await this.run( TOUCH, { name: NAME, at: at.getTime() } );
	}

	/** Answers when it was tried last, or null. */
	async last(): Promise< Date | null > {
		const row = await this.first( LAST, { name: NAME } );
		return row ? new Date( row.at ) : null;
	}
}

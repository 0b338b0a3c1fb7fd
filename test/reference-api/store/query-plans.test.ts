/** Each query of the store reads only the rows that it needs: SQLite is asked how it runs each of them. */
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { ReadTurns } from '../../../src/reference-api/store/read-turns.ts';
import { SCHEMA } from '../../../src/reference-api/store/schema.ts';
import { SqliteExecutor } from '../../../src/reference-api/store/sqlite-executor.ts';
import { makeTables } from '../../../src/reference-api/store/store.ts';

/** Tables with a row for each person, rule or check, which are read as a whole. */
const SMALL = [ 'users', 'fault_rules', 'usage_refreshes', 'checks' ];
/** Once a day, not for a request. */
const DAILY = /^DELETE FROM usage_days WHERE date </;
const NOW = new Date( 0 );
const BUILD = { id: 'x', environmentId: 'x', createTime: NOW };

/** The arguments of methods for which two texts and a number do not do. Each list is one call. */
const ARGUMENTS: Readonly< Record< string, unknown[][] > > = {
	'accounts.add': [ [ {}, NOW ] ],
	'users.save': [ [ { accounts: [], createTime: NOW } ] ],
	'installs.firstNames': [ [ 1 ], [ 1, 'x' ] ],
	'installs.save': [ [ {} ] ],
	'apps.add': [ [ { createTime: NOW } ] ],
	'environments.add': [ [ { shellVariables: [], createTime: NOW } ] ],
	'environments.setVariables': [ [ 'x', [], NOW ] ],
	'environments.setSettings': [ [ 'x', {} ] ],
	'environments.bumpGeneration': [ [ 'x', NOW ] ],
	'builds.page': [ true, false ].map( ( isDescending ) => [
		'x',
		{ isDescending, after: null, limit: 1 },
	] ),
	'builds.inState': [ [ 'queued' ], [ 'building' ], [ 'deploying' ] ],
	'builds.findInState': [ 'queued', 'building', 'deploying', 'live' ].map(
		( state ) => [ 'x', state ]
	),
	'builds.add': [ [ BUILD ] ],
	'builds.supersede': [ [ 'x', 'x', NOW ] ],
	'builds.begin': [ [ 'x', NOW ] ],
	'builds.setSteps': [ [ 'x', [] ] ],
	'builds.goLive': [ [ BUILD, NOW ] ],
	'builds.end': [ [ 'x', 'failed', '', NOW ] ],
	'webhooks.save': [ [ { createTime: NOW } ] ],
	'webhooks.recordCall': [ [ 'x', { at: NOW } ] ],
	'usage.days': [ [ [ 'x' ], 'x', 'x' ] ],
	'usage.addTraffic': [ [ 'x', 'x', {} ] ],
	'usage.setStorage': [ [ 'x', NOW, {} ] ],
	'usage.saveRefresh': [ [ {} ] ],
	'faults.add': [ [ {} ] ],
	'faults.setState': [ [ 'x', {} ] ],
	'checks.recordCheck': [ [ NOW ] ],
};

/** Calls each method of each repository, and returns the SQL of each. */
async function statementsOf(
	database: DatabaseSync
): Promise< Map< string, string[] > > {
	const found = new Map< string, string[] >();
	const prepare = vi.spyOn( database, 'prepare' );
	const names = Object.entries(
		makeTables( new SqliteExecutor( database ) )
	).flatMap( ( [ table, repository ] ) =>
		Object.getOwnPropertyNames( Object.getPrototypeOf( repository ) )
			.filter( ( method ) => method !== 'constructor' )
			.map( ( method ) => [ table, method ] as const )
	);
	for ( const [ table, method ] of names ) {
		const name = `${ table }.${ method }`;
		prepare.mockClear();
		// Each call prepares all statements of the method: an executor prepares one only once.
		const tables = makeTables(
			new SqliteExecutor( database, null, new ReadTurns() )
		) as unknown as Record<
			string,
			Record< string, ( ...args: unknown[] ) => Promise< unknown > >
		>;
		for ( const args of ARGUMENTS[ name ] ?? [ [ 'x', 'x', 1 ] ] ) {
			// What the database refuses was prepared before.
			await tables[ table ]?.[ method ]?.( ...args ).catch( () => {} );
		}
		found.set(
			name,
			prepare.mock.calls.map( ( [ sql ] ) =>
				sql.replaceAll( /\s+/g, ' ' ).trim()
			)
		);
	}
	prepare.mockRestore();
	return found;
}

interface Index {
	isUnique: boolean;
	columns: number;
	/** The condition of a partial index, or empty. */
	condition: string;
}

function indexOf( database: DatabaseSync, name: string ): Index {
	const row = database
		.prepare(
			`SELECT "unique", sql, (SELECT count(*) FROM pragma_index_info(:name)) AS columns
			FROM sqlite_schema, pragma_index_list(tbl_name) AS list
			WHERE sqlite_schema.name = :name AND list.name = :name`
		)
		.get( { name } );
	return {
		isUnique: row?.unique === 1,
		columns: Number( row?.columns ),
		condition: String( row?.sql ?? '' ).split( ' WHERE ' )[ 1 ] ?? '',
	};
}

/** The columns that the condition of a statement compares with one value. */
function comparedColumns( sql: string ): string[] {
	const condition = sql
		.slice( sql.lastIndexOf( ' WHERE ' ) )
		.split( / ORDER BY | LIMIT | RETURNING /, 1 )[ 0 ];
	return sql.includes( ' WHERE ' )
		? [ ...`${ condition }`.matchAll( /(\w+)"? = (?:\?|')/g ) ].map(
				( [ , column = '' ] ) => column
			)
		: [];
}

/** Returns what is wrong with the plan of a statement. */
function problemsOf( database: DatabaseSync, sql: string ): string[] {
	const [ , own = '' ] =
		/^(?:SELECT .*? FROM|INSERT INTO|UPDATE|DELETE FROM) (\w+)/.exec(
			sql
		) ?? [];
	if ( SMALL.includes( own ) ) {
		return [];
	}
	const steps = database
		.prepare( `EXPLAIN QUERY PLAN ${ sql }` )
		.all()
		.map( ( { detail } ) => String( detail ) );
	return steps.flatMap( ( step ) => {
		const [ , how = '', table = '', name = '', terms = '' ] =
			/^(SCAN|SEARCH) (\w+)(?: USING (?:COVERING )?INDEX (\w+))?(?: \((.+)\))?/.exec(
				step
			) ?? [];
		const index = indexOf( database, name );
		// Such an index has at most one row of each environment.
		const isPartial = index.isUnique && index.condition !== '';
		if ( step.includes( 'TEMP B-TREE' ) ) {
			return steps.some( ( one ) =>
				/^SCAN builds USING INDEX one_/.test( one )
			)
				? []
				: [ step ];
		}
		if ( how === 'SCAN' ) {
			const isPage =
				/ LIMIT /.test( sql ) && ! sql.includes( ' WHERE ' ) && name;
			return isPartial || isPage ? [] : [ step ];
		}
		const found: string[] = terms.match( /\w+(?==\?)/g ) ?? [];
		const isOneRow = index.isUnique && found.length === index.columns;
		const rest = comparedColumns( sql ).filter(
			( column ) =>
				! found.includes( column ) &&
				! index.condition.includes( column )
		);
		// The search in another table is that of a foreign key.
		return table === own && ! isOneRow && rest.length > 0
			? [ `${ step }, without ${ rest.join( ', ' ) }` ]
			: [];
	} );
}

function openDatabase(): DatabaseSync {
	const database = new DatabaseSync( ':memory:' );
	database.exec( SCHEMA );
	return database;
}

function allProblems( database: DatabaseSync, all: readonly string[] ) {
	return all
		.filter( ( sql ) => ! DAILY.test( sql ) )
		.map( ( sql ) => [ sql, ...problemsOf( database, sql ) ] )
		.filter( ( { length } ) => length > 1 );
}

test( 'each query of each repository is searched by an index', async () => {
	const database = openDatabase();
	const statements = await statementsOf( database );
	const unknown = [ ...statements ].filter( ( [ , all ] ) => ! all.length );
	expect( unknown.map( ( [ name ] ) => name ) ).toEqual( [] );
	const all = [ ...statements.values() ].flat();
	expect( allProblems( database, all ) ).toEqual( [] );
	database.close();
} );

test.each( [
	[ 'queued', 'queued' ],
	[ 'building', 'deploying' ],
	[ 'live', 'live' ],
] )(
	'an environment cannot have a build that is %s and another one that is %s',
	( first, second ) => {
		const database = openDatabase();
		const insert = ( id: string, environment: string, state: string ) =>
			database.exec(
				`PRAGMA foreign_keys = OFF;
				INSERT INTO builds (id, environmentId, number, operationId, state, "trigger", clean, source, startedBy, createTime)
				VALUES ('${ id }', '${ environment }', ${ id }, '${ id }', '${ state }', 'upload', 0, '', '', 0)`
			);
		insert( '1', 'x', first );
		insert( '2', 'y', second );
		expect( () => insert( '3', 'x', second ) ).toThrow( 'UNIQUE' );
		database.close();
	}
);

test( 'each index that is not unique is needed: without it a query reads more rows', async () => {
	const database = openDatabase();
	const all = [ ...( await statementsOf( database ) ).values() ].flat();
	const indexes = database
		.prepare(
			"SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql LIKE 'CREATE INDEX %'"
		)
		.all();
	expect( indexes.length ).toBeGreaterThan( 3 );
	const unneeded = indexes.filter( ( { name, sql } ) => {
		database.exec( `DROP INDEX ${ name }` );
		const isNeeded = allProblems( database, all ).length > 0;
		database.exec( String( sql ) );
		return ! isNeeded;
	} );
	expect( unneeded.map( ( { name } ) => name ) ).toEqual( [] );
	database.close();
} );

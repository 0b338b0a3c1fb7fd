/** A database with many builds. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from '../../src/reference-api/store/sqlite.ts';
import { openWriter } from '../../src/reference-api/store/sqlite-connection.ts';

export interface Size {
	environments: number;
	/** Of the first environment, and of each n-th one after it. */
	builds: number;
	/** The other environments have one build. */
	everyNth: number;
}

/** Counts up to a number. */
const numbers = ( count: string ) =>
	`WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < ${ count })`;

const ID = `printf('%08d-0000-4000-8000-%012d', %s, %s)`;
const uuid = ( one: string, other: string ) =>
	ID.replace( '%s', one ).replace( '%s', other );

/** The id of the first environment of a large platform. */
export const FIRST_ID = '00000001-0000-4000-8000-000000000000';
export const INSTALL_ID = '00000000-0000-4000-8000-000000000001';
export const ACCOUNT_ID = '00000000-0000-4000-8000-000000000002';

/** Creates the database of the account "acme" with the app "shop", whose environments are all linked to "blog". */
export function makeLargeDatabase(
	dataFolder: string,
	{ environments, builds, everyNth }: Size
): void {
	const file = path.join( dataFolder, DATABASE_FILE );
	openWriter( file ).close();
	const database = new DatabaseSync( file );
	database.exec( 'PRAGMA synchronous = OFF; BEGIN' );
	// Indexes are built faster when the rows are there.
	const later = database
		.prepare(
			`SELECT name, sql FROM sqlite_schema WHERE tbl_name = 'builds' AND type = 'index' AND sql IS NOT NULL`
		)
		.all();
	const triggers = database
		.prepare(
			`SELECT name, sql FROM sqlite_schema WHERE tbl_name = 'builds' AND type = 'trigger'`
		)
		.all();
	later.forEach( ( { name } ) => database.exec( `DROP INDEX ${ name }` ) );
	triggers.forEach( ( { name } ) =>
		database.exec( `DROP TRIGGER ${ name }` )
	);
	database.exec( `
		INSERT INTO accounts VALUES ('acme', '${ ACCOUNT_ID }', 0);
		INSERT INTO apps VALUES ('app', 'acme', 'shop', 'regions/UK', 0);
		INSERT INTO installs VALUES ('blog', '${ INSTALL_ID }', 'acme', 'http://127.0.0.1:9');
		${ numbers( String( environments ) ) }
		INSERT INTO environments (
			id, accountName, appId, displayName, branch, wpEnvironment, shellVariables, edgePort, createTime, buildCount
		) SELECT
			${ uuid( 'n', '0' ) }, 'acme', 'shop', 'Copy ' || n, 'uploadable', 'blog', '[]', 1024 + n, n,
			CASE n % ${ everyNth } WHEN 1 % ${ everyNth } THEN ${ builds } ELSE 1 END
		FROM numbers;
		${ numbers( String( builds ) ) }
		INSERT INTO builds (
			id, environmentId, number, operationId, state, "trigger", clean, source, startedBy, createTime, startTime,
			finishTime
		) SELECT
			${ uuid( 'environments.rowid', 'n' ) }, environments.id, n, ${ uuid( 'n', 'environments.rowid' ) },
			CASE n % 3 WHEN 0 THEN 'failed' ELSE 'succeeded' END,
			CASE n % 4 WHEN 0 THEN 'upload' ELSE 'rebuild' END, 0, '', 'the test', n, n, n + 1000
		FROM environments, numbers WHERE n <= buildCount;
		${ numbers( '30' ) }
		INSERT INTO usage_days (subjectId, date, fileBytes, measureTime, requests)
		SELECT id, date('2026-11-28', '-' || (n - 1) || ' days'), 1, 1, 1 FROM environments, numbers;
	` );
	[ ...later, ...triggers ].forEach( ( { sql } ) =>
		database.exec( String( sql ) )
	);
	database.exec( 'COMMIT' );
	database.close();
}

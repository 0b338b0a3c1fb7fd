/** How much the platform reads at once with many environments and builds: rows are counted, not milliseconds. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
	reconcile,
	resumeBuilds,
} from '../../src/reference-api/builds/recovery.ts';
import { openFaultInjection } from '../../src/reference-api/faults/fault-injection.ts';
import { createApp } from '../../src/reference-api/http/app.ts';
import { ChangeEmitter } from '../../src/reference-api/lib/change-emitter.ts';
import { withDefaults } from '../../src/reference-api/services/options.ts';
import { createServices } from '../../src/reference-api/services/services.ts';
import { Folders } from '../../src/reference-api/store/folders.ts';
import { openWriter } from '../../src/reference-api/store/sqlite-connection.ts';
import {
	DATABASE_FILE,
	openSqliteStore,
} from '../../src/reference-api/store/sqlite.ts';
import { operationsOf } from './http/document-check.ts';
import type { Document } from './http/document-check.ts';
import {
	ACCOUNT_ID,
	FIRST_ID,
	INSTALL_ID,
	makeLargeDatabase,
} from './large-database.ts';
import type { Size } from './large-database.ts';
import { countReads, planOf } from './read-count.ts';
import {
	basic,
	CHEAP,
	PASSWORD,
	temporaryFolder,
	USER,
} from './test-platform.ts';

const MAX_ROWS = 200;
const NOW = new Date( '2026-11-28T12:00:00Z' );

/** Answers without the database, or never ends. */
const OTHER_ROUTES = [ 'readEvents' ];

async function makeLargePlatform( size: Size ) {
	const dataFolder = await temporaryFolder();
	makeLargeDatabase( dataFolder, size );
	const store = openSqliteStore( dataFolder );
	const config = withDefaults( {
		dataFolder,
		port: 0,
		user: USER,
		password: PASSWORD,
		passwordCost: CHEAP,
		limits: { keptBuilds: size.builds },
		now: () => NOW,
		onError: ( error ) => {
			throw error;
		},
	} );
	const services = createServices(
		config,
		new Folders( dataFolder ),
		store,
		new ChangeEmitter(),
		() => 'http://127.0.0.1:1'
	);
	onTestFinished( async () => {
		await services.builder.close();
		await services.usage.close();
		await services.edges.close();
		await store.close();
	} );
	return { dataFolder, services };
}

async function makeLargeApp( size: Size ) {
	const { dataFolder, services } = await makeLargePlatform( size );
	await services.users.ensure( USER, PASSWORD );
	const faults = await openFaultInjection( services );
	const app = await createApp( {
		services,
		faults,
		isStarted: () => true,
		startCommand: '',
		port: () => 80,
		allowHosts: [],
	} );
	onTestFinished( () => app.close() );
	await app.ready();
	const send = (
		method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
		url: string,
		payload?: object
	) =>
		app.inject( {
			method,
			url,
			headers: { authorization: basic(), host: '127.0.0.1:80' },
			...( payload ? { payload } : {} ),
		} );
	return { dataFolder, services, send };
}

const PARAMS: Readonly< Record< string, string > > = {
	account: 'acme',
	app: 'shop',
	environment: FIRST_ID,
	install: 'blog',
	build: 'no_build',
	operation: 'no_build',
	user: USER,
	id: USER,
};

/** The names of the usage API, whose paths have UUIDs. */
const IDS: Readonly< Record< string, string > > = {
	account: ACCOUNT_ID,
	install: INSTALL_ID,
};

const ENVIRONMENTS = '/v1/accounts/acme/apps/shop/environments';
/** Each list is longer than what may be read at once; more builds only make the test slower. */
const LARGE = { environments: 1000, builds: 1000, everyNth: 50 };

/** A long list may be read only by an index, in the order of the index. */
const SLOW_STEP = /^SCAN |USE TEMP B-TREE/;
/** Small tables, a table whose only row is asked for, and a search that ends at its first row. */
const SMALL = /FROM (?:users|fault_rules|usage_refreshes|accounts|installs)\b/;

describe( 'with 1,000 environments, of which 20 have 1,000 builds', () => {
	test(
		'no step of a request reads more than 200 rows',
		{ timeout: 60_000 },
		async () => {
			const { dataFolder, send } = await makeLargeApp( LARGE );
			const document = (
				await send( 'GET', '/openapi.json' )
			).json< Document >();
			const urls = operationsOf( document )
				.filter(
					( { method, operationId } ) =>
						method === 'GET' &&
						! OTHER_ROUTES.includes( operationId )
				)
				.map( ( { path: url } ) =>
					url.replace(
						/\{(\w+)\}/g,
						( all, name: string ) =>
							( /^.(?:v1|_local)/.test( url )
								? undefined
								: IDS[ name ] ) ??
							PARAMS[ name ] ??
							all
					)
				);
			const builds = `${ ENVIRONMENTS }/${ FIRST_ID }/builds`;
			urls.push(
				`${ builds }?pageSize=1000`,
				`${ builds }?pageToken=500&orderBy=createTime`
			);
			const count = countReads();
			const found: Record< string, number > = {};
			const statuses: Record< string, number > = {};
			const note = async (
				name: string,
				sent: ReturnType< typeof send >
			) => {
				count.most = 0;
				const { statusCode } = await sent;
				found[ name ] = count.most;
				statuses[ name ] = statusCode;
				await new Promise( setImmediate );
			};
			for ( const url of urls ) {
				await note( url, send( 'GET', url ) );
			}
			await note(
				'an environment that does not exist',
				send( 'GET', `${ ENVIRONMENTS }/none` )
			);
			await note(
				'a new environment',
				send( 'POST', ENVIRONMENTS, {
					displayName: 'copy 1000',
					branch: 'uploadable',
					wpEnvironment: 'blog',
				} )
			);
			await note(
				'settings',
				send( 'PATCH', `${ ENVIRONMENTS }/${ FIRST_ID }`, {
					purgeOnDeploy: false,
				} )
			);
			await note(
				'a linked install',
				send( 'DELETE', '/_local/installs/blog' )
			);
			await note(
				'the end of an environment',
				send( 'DELETE', `${ ENVIRONMENTS }/${ FIRST_ID }` )
			);
			expect( found ).toMatchObject( {
				'a new environment': expect.any( Number ),
			} );
			expect(
				Object.values( statuses ).filter( ( status ) => status >= 500 )
			).toEqual( [] );
			expect(
				Object.values( statuses ).filter( ( status ) => status === 200 )
					.length
			).toBeGreaterThan( 30 );
			expect(
				Object.entries( found ).filter(
					( [ , most ] ) => most > MAX_ROWS
				)
			).toEqual( [] );
			const slow = [ ...count.sql ].filter(
				( sql ) =>
					! SMALL.test( sql ) &&
					planOf( dataFolder, sql ).some( ( step ) =>
						SLOW_STEP.test( step )
					)
			);
			expect( slow ).toEqual( [] );
			expect(
				[ ...count.sql ].filter( ( sql ) =>
					/\bcount\(|OFFSET/i.test( sql )
				)
			).toEqual( [] );
		}
	);
} );

test( 'the start does not read more when environments have more builds', async () => {
	const count = countReads();
	const readsOf = async ( builds: number ) => {
		const { services } = await makeLargePlatform( {
			environments: 5,
			builds,
			everyNth: 1,
		} );
		const before = count.all;
		await reconcile( services );
		await resumeBuilds( services );
		return count.all - before;
	};
	expect( await readsOf( 1000 ) ).toBe( await readsOf( 10 ) );
} );

test( 'the start does not check the pages of the builds in a large database', async () => {
	const dataFolder = await temporaryFolder();
	makeLargeDatabase( dataFolder, {
		environments: 1,
		builds: 1,
		everyNth: 1,
	} );
	const file = path.join( dataFolder, DATABASE_FILE );
	const checksOf = () => {
		count.sql.clear();
		openWriter( file ).close();
		return [ ...count.sql ].filter( ( sql ) =>
			sql.includes( 'quick_check' )
		);
	};
	const count = countReads();
	expect( checksOf() ).toEqual( [ 'PRAGMA quick_check(1)' ] );
	const database = new DatabaseSync( file );
	database.exec(
		'UPDATE builds SET error = hex(zeroblob(33 * 1024 * 1024))'
	);
	database.close();
	expect( checksOf() ).toContain( 'PRAGMA quick_check(environments)' );
	expect( checksOf().join() ).not.toMatch( /\((?:1|builds|usage_days)\)/ );
} );

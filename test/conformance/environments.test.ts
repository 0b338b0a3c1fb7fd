/** Interface 4.2, and the fields of an environment. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
	createApp,
	createEnvironment,
	freshName,
	expectOk,
	refusal,
	UUID,
} from './steps.ts';
import { json, openTarget, LOCAL, OWN, startOwn } from './target.ts';
import type {
	Answer,
	Environment,
	Operation,
} from '../../src/shared/platform-api.generated.ts';
import type { Target } from './target.ts';

let target: Target;
let app: string;

beforeAll( async () => {
	target = await openTarget();
	app = await createApp( target );
} );

afterAll( () => target.close() );

const create = ( fields: object = {}, of = app ) =>
	target.request(
		`/v1/accounts/${ target.account }/apps/${ of }/environments`,
		json( {
			// Two of one name are refused here; elsewhere that is not told.
			displayName: freshName(),
			branch: 'uploadable',
			wpEnvironment: target.install,
			...fields,
		} )
	);

describe( '4.2 create environment', () => {
	test( '2 the environment’s identifier stands in both names and leads to it', async () => {
		const { name, metadata } = await expectOk< Operation >(
			await create()
		);
		const [ environment ] = name.split( '/operations/' );
		expect( metadata.build.split( '/builds/' )[ 0 ] ).toBe( environment );
		const made = await expectOk(
			await target.request( `/v1/${ environment }` )
		);
		expect( made ).toMatchObject( { name: environment } );
	} );

	test( '2 shellVariables are key-value pairs, and may be left out', async () => {
		const shellVariables = [ { key: 'API_KEY', value: 'hush' } ];
		expect( ( await create( { shellVariables } ) ).status ).toBe( 200 );
		expect( ( await create( { shellVariables: [] } ) ).status ).toBe( 200 );
	} );

	test( '1.1 an application has one or more environments', async () => {
		const own = await createApp( target );
		await expectOk( await create( { displayName: 'One' }, own ) );
		await expectOk( await create( { displayName: 'Two' }, own ) );
		const { environments } = await expectOk< Answer< 'listEnvironments' > >(
			await target.request(
				`/v1/accounts/${ target.account }/apps/${ own }/environments`
			)
		);
		const names = environments.map( ( { displayName } ) => displayName );
		expect( names.sort() ).toEqual( [ 'One', 'Two' ] );
		const domains = environments.flatMap( ( item ) => item.domains );
		expect( new Set( domains ).size ).toBe( 2 );
	} );

	test.each( [ 'displayName', 'branch', 'wpEnvironment' ] )(
		'2 a body without %s is 400 and names it',
		async ( field ) => {
			const message = await refusal(
				await create( { [ field ]: undefined } ),
				400,
				field
			);
			expect( message ).toContain( field );
		}
	);

	test.each( [
		[ 'without a value', [ { key: 'A' } ], '.0.value' ],
		[ 'without a key', [ { value: 'a' } ], '.0.key' ],
		[ 'with a number as value', [ { key: 'A', value: 1 } ], '.0.value' ],
		[ 'as an object', { A: 'a' }, '' ],
	] )(
		'2 shellVariables %s are 400',
		async ( _what, shellVariables, place ) => {
			const field = `shellVariables${ place }`;
			await refusal( await create( { shellVariables } ), 400, field );
		}
	);
} );

describe.runIf( LOCAL )( 'facts 2: local rules of environments', () => {
	test( 'facts 2: a branch other than uploadable is 400', async () => {
		const message = await refusal(
			await create( { branch: 'main' } ),
			400,
			'branch'
		);
		expect( message ).toContain( 'uploadable' );
	} );

	test( 'facts 2: an unknown wpEnvironment is 400 and names the known installs', async () => {
		const message = await refusal(
			await create( { wpEnvironment: 'none-here' } ),
			400,
			'wpEnvironment'
		);
		expect( message ).toContain( 'none-here' );
		expect( message ).toContain( target.install );
	} );

	test.each( [ 'Twice', 'tWICE', ' Twice ' ] )(
		'a second environment of the app named “%s” is 409',
		async ( displayName ) => {
			const own = await createApp( target );
			await expectOk( await create( { displayName: 'Twice' }, own ) );
			const message = await refusal(
				await create( { displayName }, own ),
				409,
				'displayName'
			);
			expect( message ).toBe(
				`${ own } already has “Twice”. Choose another name.`
			);
		}
	);

	test( 'an unknown application is 404', async () => {
		await refusal( await create( {}, 'none-here' ), 404 );
	} );

	test.each( [
		[ '' ],
		[ ' ' ],
		[ 'x'.repeat( 101 ) ],
		[ 'a\u202eb' ],
		[ 'a\nb' ],
	] )( 'the displayName %j is 400', async ( displayName ) => {
		await refusal( await create( { displayName } ), 400, 'displayName' );
	} );

	test.each( [
		[
			'a key with a digit in front',
			[ { key: '1A', value: '' } ],
			'0.key',
		],
		[ 'an empty key', [ { key: '', value: '' } ], '0.key' ],
		[ 'a key with =', [ { key: 'A=B', value: '' } ], '0.key' ],
		[ 'a value with NUL', [ { key: 'A', value: 'a\u0000' } ], '0.value' ],
		[
			'a value of 33 KiB',
			[ { key: 'A', value: 'x'.repeat( 33 * 1024 ) } ],
			'0.value',
		],
		[
			'a key twice',
			[
				{ key: 'A', value: '1' },
				{ key: 'A', value: '2' },
			],
			'1.key',
		],
	] )(
		'shellVariables with %s are 400',
		async ( _what, shellVariables, place ) => {
			const field = `shellVariables.${ place }`;
			await refusal( await create( { shellVariables } ), 400, field );
		}
	);

	test( 'the values of shell variables are never answered', async () => {
		const place = await createEnvironment( target, {
			SECRET: 'hush-hush',
		} );
		const one = await target.request( `/v1/${ place.name }` );
		const text = await one.text();
		expect( text ).toContain( 'SECRET' );
		expect( text ).not.toContain( 'hush-hush' );
	} );

	test( 'PATCH of shellVariables sets and removes some and answers the environment', async () => {
		const place = await createEnvironment( target, { A: '1', B: '2' } );
		const changed = await expectOk< Environment >(
			await target.request(
				`/v1/${ place.name }/shellVariables`,
				json(
					{ set: [ { key: 'C', value: '3' } ], remove: [ 'A' ] },
					'PATCH'
				)
			)
		);
		const keys = changed.shellVariables.map( ( { key } ) => key );
		expect( keys.sort() ).toEqual( [ 'B', 'C' ] );
	} );

	test( 'PUT of shellVariables replaces them all', async () => {
		const place = await createEnvironment( target, { A: '1', B: '2' } );
		const changed = await expectOk< Environment >(
			await target.request(
				`/v1/${ place.name }/shellVariables`,
				json( { shellVariables: [ { key: 'C', value: '3' } ] }, 'PUT' )
			)
		);
		expect( changed.shellVariables.map( ( { key } ) => key ) ).toEqual( [
			'C',
		] );
	} );

	test( 'PATCH of an environment changes purgeOnDeploy and refuses an unknown install', async () => {
		const place = await createEnvironment( target );
		const changed = await expectOk(
			await target.request(
				`/v1/${ place.name }`,
				json( { purgeOnDeploy: false }, 'PATCH' )
			)
		);
		expect( changed ).toMatchObject( { purgeOnDeploy: false } );
		await refusal(
			await target.request(
				`/v1/${ place.name }`,
				json( { wpEnvironment: 'none-here' }, 'PATCH' )
			),
			400,
			'wpEnvironment'
		);
		await refusal(
			await target.request( `/v1/${ place.name }`, json( {}, 'PATCH' ) ),
			400
		);
	} );

	test( 'an environment can be without an install, and linked to one later', async () => {
		const place = await createEnvironment( { ...target, install: '' } );
		const path = `/v1/${ place.name }`;
		expect( await expectOk( await target.request( path ) ) ).toMatchObject(
			{ wpEnvironment: '' }
		);
		for ( const wpEnvironment of [ target.install, '' ] ) {
			expect(
				await expectOk(
					await target.request(
						path,
						json( { wpEnvironment }, 'PATCH' )
					)
				)
			).toMatchObject( { wpEnvironment } );
		}
	} );

	test( 'deleting an environment answers 204, and it is gone', async () => {
		const place = await createEnvironment( target );
		const path = `/v1/${ place.name }`;
		const deleted = await target.request( path, { method: 'DELETE' } );
		expect( deleted.status ).toBe( 204 );
		await refusal( await target.request( path ), 404 );
		await refusal( await target.request( `${ path }/builds` ), 404 );
	} );

	test.runIf( OWN )(
		'facts 2: an unknown install is registered on first use with --loose',
		async () => {
			const loose = await startOwn( { loose: true } );
			try {
				const place = await createEnvironment( {
					...loose,
					install: 'fresh-blog',
				} );
				expect(
					await expectOk(
						await loose.request( `/v1/${ place.name }` )
					)
				).toMatchObject( { wpEnvironment: 'fresh-blog' } );
			} finally {
				await loose.close();
			}
		}
	);
} );

describe( 'facts 2: what can be read back of environments', () => {
	test( 'facts 2: an Environment has its fields, and its id is a UUID', async () => {
		const place = await createEnvironment( target, { API_KEY: 'x' } );
		expect( place.environment ).toMatch( new RegExp( `^${ UUID }$` ) );
		expect(
			await expectOk( await target.request( `/v1/${ place.name }` ) )
		).toMatchObject( {
			name: place.name,
			displayName: 'Production',
			branch: 'uploadable',
			build: expect.any( String ),
			createTime: expect.stringMatching( /^\d{4}-\d\d-\d\dT/ ),
			domains: [ expect.any( String ) ],
			reconciling: false,
			rootDirectory: expect.any( String ),
			shellVariables: [ { key: 'API_KEY' } ],
		} );
	} );

	test( 'an environment of another application is 404', async () => {
		const place = await createEnvironment( target );
		await refusal(
			await target.request(
				`/v1/accounts/${ target.account }/apps/${ app }/environments/${ place.environment }`
			),
			404
		);
	} );

	test( 'facts 2: a new environment’s no_build is done and carries the environment', async () => {
		const place = await createEnvironment( target );
		expect(
			await expectOk(
				await target.request(
					`/v1/${ place.name }/operations/no_build`
				)
			)
		).toMatchObject( { done: true, response: { name: place.name } } );
	} );

	test( 'an environment that does not exist is 404', async () => {
		const base = `/v1/accounts/${ target.account }/apps/${ app }/environments`;
		for ( const id of [
			'none',
			freshName(),
			'__proto__',
			'constructor',
		] ) {
			await refusal( await target.request( `${ base }/${ id }` ), 404 );
		}
	} );
} );

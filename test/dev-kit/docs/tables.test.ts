import { describe, expect, it } from 'vitest';
import { findHooks } from '../../../src/dev-kit/docs/hooks.ts';
import {
	makeTable,
	readTable,
	replacePart,
} from '../../../src/dev-kit/docs/tables.ts';
import type { Table } from '../../../src/dev-kit/docs/tables.ts';

const TABLE = [
	'| route | may | does |',
	'|---|---|---|',
	'| `GET /b` | view | Answers b. |',
	'| `GET /a`, `GET /a/{id}` | view | Answers a \\| one. |',
].join( '\n' );

describe( 'a table whose rows come from the code', () => {
	it( 'a table whose rows come from the code has an entry for each key of a row', () => {
		expect( [ ...readTable( `before\n\n${ TABLE }\n` ) ] ).toEqual( [
			[ '`GET /b`', [ 'view', 'Answers b.' ] ],
			[ '`GET /a`', [ 'view', 'Answers a \\| one.' ] ],
			[ '`GET /a/{id}`', [ 'view', 'Answers a \\| one.' ] ],
		] );
	} );

	it( 'a table whose rows come from the code keeps the order and the written cells, and has the other cells from the code', () => {
		const { text, undescribed } = makeTable( TABLE, {
			head: [ 'route', 'may', 'does' ],
			rows: [
				[ '`GET /a`', 'manage', null ],
				[ '`GET /b`', 'view', null ],
			],
		} );
		expect( text.split( '\n' ).slice( 2 ) ).toEqual( [
			'| `GET /b` | view | Answers b. |',
			'| `GET /a` | manage | Answers a \\| one. |',
		] );
		expect( undescribed ).toEqual( [] );
	} );

	it( 'a table whose rows come from the code gets new rows, and reports those without a description', () => {
		const { text, undescribed } = makeTable( TABLE, {
			head: [ 'route', 'may', 'does' ],
			rows: [ [ '`GET /c`', 'view', null ] ],
		} );
		expect( text ).not.toContain( '/b' );
		expect( text ).toContain( '| `GET /c` | view |  |' );
		expect( undescribed ).toEqual( [ '`GET /c`' ] );
	} );

	it( 'a table whose rows come from the code does not change when it is generated twice', () => {
		const table: Table = {
			head: [ 'route', 'may', 'does' ],
			rows: [ [ '`GET /b`', null, null ] ],
		};
		const once = makeTable( TABLE, table ).text;
		expect( makeTable( once, table ).text ).toBe( once );
	} );

	it( 'a table whose rows come from the code is in the order of the code without written cells', () => {
		const { text } = makeTable( TABLE, {
			head: [ 'route', 'may', 'does' ],
			rows: [
				[ '`GET /a`', 'view', 'Answers a.' ],
				[ '`GET /b`', 'view', 'Answers b.' ],
			],
		} );
		expect( [ ...readTable( text ).keys() ] ).toEqual( [
			'`GET /a`',
			'`GET /b`',
		] );
	} );
} );

describe( 'a part of a document', () => {
	const text =
		'Prose.\n\n<!-- generated: x -->\nold\n<!-- /generated -->\n\nMore.\n';

	it( 'a part of a document is replaced between its markers', () => {
		const generated = replacePart( text, 'x', ( before ) => ( {
			text: `${ before.trim() } and new`,
			undescribed: [],
		} ) );
		expect( generated.text ).toBe( text.replace( 'old', 'old and new' ) );
	} );

	it( 'a part of a document cannot lose its markers', () => {
		expect( () =>
			replacePart( text, 'y', () => ( { text: '', undescribed: [] } ) )
		).toThrow( 'The markers of “y” are missing.' );
	} );
} );

describe( 'the hooks in a source', () => {
	it( 'the hooks in a source have their kind, parameters and summary', () => {
		const source = `
			/**
			 * Decides something. It runs early.
			 *
			 * @param array<string, list<string>> $rules The rules.
			 * @param int|null                    $now   Seconds since 1970.
			 */
			$answer = apply_filters( 'headless_deploy_rules', $rules, $now );
			do_action( 'headless_deploy_rules_decided' );
			do_action( 'shutdown' );`;
		expect( findHooks( [ source ] ) ).toEqual( [
			{
				name: 'headless_deploy_rules',
				kind: 'filter',
				summary: 'Decides something.',
				parameters: [
					'array<string, list<string>> $rules',
					'int|null $now',
				],
			},
			{
				name: 'headless_deploy_rules_decided',
				kind: 'action',
				summary: '',
				parameters: [],
			},
		] );
	} );

	it( 'the hooks in a source are found in another call too', () => {
		const source = `
			/** Lists words. */
			return array_filter( (array) apply_filters( 'headless_deploy_words', array() ) );`;
		expect( findHooks( [ source ] )[ 0 ] ).toMatchObject( {
			name: 'headless_deploy_words',
			summary: 'Lists words.',
		} );
	} );
} );

/** What GitHub shows to people who report something. It ignores a form that it cannot read. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../../../src/dev-kit/paths.ts';
import { read, readYaml, yamlFilesIn } from './repository-files.ts';

interface Field {
	type: string;
	id?: string;
	attributes: { label?: string; value?: string; options?: string[] };
}

interface Form {
	name: string;
	description: string;
	body: Field[];
}

const FOLDER = '.github/ISSUE_TEMPLATE';
const CHOOSER = `${ FOLDER }/config.yml`;
const FORMS = yamlFilesIn( FOLDER ).filter( ( file ) => file !== CHOOSER );
const DOCUMENTS = [
	'.github/SECURITY.md',
	'.github/CODE_OF_CONDUCT.md',
	'.github/pull_request_template.md',
];

describe.each( FORMS )( 'the issue form %s', ( file ) => {
	const form = readYaml< Form >( file );
	const fields = form.body.filter( ( { type } ) => type !== 'markdown' );

	it( 'the issue form has a name, a description and fields of the types that GitHub knows', () => {
		expect( form.name ).toBeTruthy();
		expect( form.description ).toBeTruthy();
		expect( fields.length ).toBeGreaterThan( 0 );
		expect(
			fields.filter(
				( { type } ) =>
					! [
						'textarea',
						'input',
						'dropdown',
						'checkboxes',
					].includes( type )
			)
		).toEqual( [] );
	} );

	it( 'the issue form has a label and an id of its own for each field, and options where one is chosen', () => {
		for ( const values of [
			fields.map( ( { id } ) => id ),
			fields.map( ( { attributes } ) => attributes.label ),
		] ) {
			expect( values.every( Boolean ) ).toBe( true );
			expect( new Set( values ).size ).toBe( values.length );
		}
		for ( const { attributes } of fields.filter(
			( { type } ) => type === 'dropdown'
		) ) {
			expect( attributes.options?.length ).toBeGreaterThan( 1 );
		}
	} );
} );

it( 'the form for bugs leads vulnerabilities to the private way that SECURITY.md describes', () => {
	const way = '**Report a vulnerability**';
	expect( read( '.github/SECURITY.md' ) ).toContain( way );
	const [ first ] = readYaml< Form >( `${ FOLDER }/bug.yml` ).body;
	expect( first?.attributes.value ).toContain( way );
	expect( readYaml( CHOOSER ) ).toEqual( { blank_issues_enabled: false } );
} );

it.each( DOCUMENTS )(
	'the links of %s lead to files of the project',
	( file ) => {
		const links = [
			...read( file ).matchAll( /\]\((?!https:)([^)]+)\)/g ),
		].map( ( [ , link = '' ] ) => path.join( path.dirname( file ), link ) );
		expect(
			links.filter(
				( link ) => ! fs.existsSync( path.join( PROJECT, link ) )
			)
		).toEqual( [] );
	}
);

it( '.nvmrc names the Node.js version that package.json requires', () => {
	const { engines } = JSON.parse( read( 'package.json' ) ) as {
		engines: { node: string };
	};
	expect( engines.node ).toBe( `>=${ read( '.nvmrc' ).trim() }` );
} );

/** Renovate finds the versions that stand in TypeScript by the patterns of .github/renovate.json. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../../src/dev-kit/files.ts';
import { PROJECT } from '../../../src/dev-kit/paths.ts';
import { read } from './repository-files.ts';

interface Manager {
	description: string;
	managerFilePatterns: string[];
	matchStrings: string[];
	depNameTemplate?: string;
	datasourceTemplate: string;
}

/** Versions that are not those of a package to update. */
const FIXED = [ /platform: \{ php: '[\d.]+' \}/g ];
const VERSION = /'(\d+\.\d+\.\d+)'/g;

const FILES = listFiles( path.join( PROJECT, 'src/dev-kit' ) )
	.filter( ( name ) => /\.(ts|mjs)$/.test( name ) )
	.map( ( name ) => `src/dev-kit/${ name }` );
const { customManagers: managers } = JSON.parse(
	read( '.github/renovate.json' )
) as { customManagers: Manager[] };

/** Renovate writes a regular expression between slashes. */
function filesOf( { managerFilePatterns }: Manager ): string[] {
	const patterns = managerFilePatterns.map(
		( pattern ) => new RegExp( pattern.slice( 1, -1 ) )
	);
	return FILES.filter( ( file ) =>
		patterns.some( ( pattern ) => pattern.test( file ) )
	);
}

function matchesOf( manager: Manager, file: string ): RegExpExecArray[] {
	return manager.matchStrings.flatMap( ( pattern ) => [
		...read( file ).matchAll( new RegExp( pattern, 'g' ) ),
	] );
}

function versionsIn( file: string ): string[] {
	const text = FIXED.reduce(
		( before, fixed ) => before.replaceAll( fixed, '' ),
		read( file )
	);
	return [ ...text.matchAll( VERSION ) ]
		.map( ( [ , version = '' ] ) => version )
		.filter( ( version ) => ! /^(127\.0\.0|0\.0\.0)/.test( version ) );
}

describe.each( managers )( 'the manager “$description”', ( manager ) => {
	it( 'the manager finds a package and its version in each of its files', () => {
		const files = filesOf( manager );
		expect( files.length ).toBeGreaterThan( 0 );
		expect( manager.datasourceTemplate ).toMatch( /^(npm|packagist)$/ );
		for ( const file of files ) {
			const found = matchesOf( manager, file );
			expect( found.length ).toBeGreaterThan( 0 );
			for ( const { groups } of found ) {
				expect( groups?.currentValue ).toMatch( /^\d+\.\d+\.\d+$/ );
				expect(
					groups?.depName ?? manager.depNameTemplate
				).toBeTruthy();
			}
		}
	} );
} );

it( 'the managers find every version in the development kit', () => {
	const found = ( file: string ): ( string | undefined )[] =>
		managers
			.filter( ( manager ) => filesOf( manager ).includes( file ) )
			.flatMap( ( manager ) => matchesOf( manager, file ) )
			.map( ( { groups } ) => groups?.currentValue );
	const all = FILES.map( ( file ) => ( {
		file,
		versions: versionsIn( file ),
	} ) );
	expect(
		all.flatMap( ( { versions } ) => versions ).length
	).toBeGreaterThan( 5 );
	for ( const { file, versions } of all ) {
		expect( found( file ), file ).toEqual( versions );
	}
} );

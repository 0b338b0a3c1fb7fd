import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';

interface SpellingConfig {
	words: string[];
	flagWords: string[];
	overrides: { description?: string; words: string[] }[];
}

const config = JSON.parse(
	readFileSync( path.join( PROJECT, 'cspell.json' ), 'utf8' )
) as SpellingConfig;
const lists = [
	config.words,
	config.flagWords,
	...config.overrides.map( ( { words } ) => words ),
];

test( 'cspell.json has each word once, in alphabetical order', () => {
	const words = lists.flat().map( ( word ) => word.toLowerCase() );

	expect(
		words.filter( ( word, index ) => words.indexOf( word ) !== index )
	).toEqual( [] );
	for ( const list of lists ) {
		expect( list ).toEqual(
			[ ...list ].sort( ( one, other ) =>
				one.toLowerCase() < other.toLowerCase() ? -1 : 1
			)
		);
	}
} );

test( 'an override of cspell.json gives its reason', () => {
	for ( const { description } of config.overrides ) {
		expect( description ).toMatch( /\.$/ );
	}
} );

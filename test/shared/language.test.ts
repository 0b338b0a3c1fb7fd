/**
 * Phrases that docs/glossary.md replaces. cspell.json flags single words; it cannot flag phrases.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';

const PHRASES = [
	'alarm clock',
	'by itself',
	'by themselves',
	'of ours',
	'told of',
	'broke off',
	'breaks off',
];

const FILES = [
	'*.{md,txt,php}',
	'docs/**/*.md',
	'includes/**/*.php',
	'src/**/*.{ts,tsx,mjs,cjs,scss,css}',
	'test/**/*.{php,ts,tsx,mjs}',
];

const pattern = new RegExp( `\\b(?:${ PHRASES.join( '|' ) })\\b`, 'i' );

test( 'code, messages and docs use the terms of the glossary', () => {
	const found = globSync( FILES, { cwd: PROJECT } ).filter(
		( file ) =>
			path.join( PROJECT, file ) !== import.meta.filename &&
			pattern.test( readFileSync( path.join( PROJECT, file ), 'utf8' ) )
	);

	expect( found ).toEqual( [] );
} );

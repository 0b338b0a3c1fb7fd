/** The names that the plugin and the command offer must be in docs/. */
import fs from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/cli/context.ts';
import { makeProgram } from '../../src/cli/program.ts';

const PROJECT = path.resolve( import.meta.dirname, '..', '..' );

function sourcesIn( folder: string, ending: string ): string[] {
	return fs
		.readdirSync( path.join( PROJECT, folder ), {
			recursive: true,
			encoding: 'utf8',
		} )
		.filter( ( file ) => file.endsWith( ending ) )
		.map( ( file ) =>
			fs.readFileSync( path.join( PROJECT, folder, file ), 'utf8' )
		);
}

function documentOf( name: string ): string {
	return fs.readFileSync( path.join( PROJECT, 'docs', name ), 'utf8' );
}

/**
 * Finds names in sources, each once.
 *
 * @param pattern Its first group is the name.
 */
function namesIn( sources: readonly string[], pattern: RegExp ): string[] {
	const names = sources.flatMap( ( source ) =>
		[ ...source.matchAll( pattern ) ].map( ( match ) => match[ 1 ] ?? '' )
	);
	return [ ...new Set( names ) ].sort();
}

function withSubcommands( command: Command ): Command[] {
	return [ command, ...command.commands.flatMap( withSubcommands ) ];
}

/** No command is run, so the context is never used. */
const COMMANDS = withSubcommands(
	await makeProgram( '', {} as Context, '1.0.0' )
);
const PHP = sourcesIn( 'includes', '.php' );
const PHP_ERRORS = PHP.filter( ( source ) =>
	/final class (\w+_)?Errors\b/.test( source )
);
const ALL_CODE = [
	...PHP,
	...sourcesIn( 'src/dev-kit', '.ts' ),
	...sourcesIn( 'src/dev-kit', '.mjs' ),
	...sourcesIn( 'test/php', '.php' ),
];

describe.each( [
	{
		what: 'error code',
		document: 'error-codes.md',
		names: namesIn( PHP_ERRORS, /'(headless_deploy_[a-z_]+)'\s*=>/g ),
	},
	{
		what: 'filter or action',
		document: 'hooks.md',
		names: namesIn(
			PHP,
			/(?:apply_filters|do_action)(?:_ref_array)?\(\s*'(headless_deploy_[a-z_]+)'/g
		),
	},
	{
		what: 'cron event',
		document: 'hooks.md',
		names: namesIn( PHP, /_EVENT\s*=\s*'(headless_deploy_[a-z_]+)'/g ),
	},
	{
		what: 'constant or environment variable',
		document: 'constants.md',
		names: namesIn( ALL_CODE, /\b(HEADLESS_DEPLOY_[A-Z_]+)\b/g ).filter(
			( name ) =>
				! [
					'HEADLESS_DEPLOY_FILE',
					'HEADLESS_DEPLOY_VERSION',
				].includes( name )
		),
	},
	{
		what: 'capability',
		document: 'rest.md',
		names: namesIn(
			PHP,
			/const [A-Z_]+\s*=\s*'(headless_deploy_(?:view|manage|rebuild|clean_rebuild|purge_cache))'/g
		),
	},
	{
		what: 'command',
		document: 'cli.md',
		names: COMMANDS.map( ( command ) => command.name() ),
	},
	{
		what: 'option of a command',
		document: 'cli.md',
		names: COMMANDS.flatMap( ( { options } ) => options ).map(
			( { long } ) => long ?? ''
		),
	},
] )( 'docs/$document', ( { what, document, names } ) => {
	it( `the document names each ${ what }`, () => {
		const text = documentOf( document );
		expect( names.length ).toBeGreaterThan( 0 );
		expect( names.filter( ( name ) => ! text.includes( name ) ) ).toEqual(
			[]
		);
	} );
} );

describe( 'docs/rest.md', () => {
	it( 'docs/rest.md names each route', () => {
		const text = documentOf( 'rest.md' );
		const routes = namesIn(
			PHP.map( ( source ) =>
				source
					.replaceAll( /\(\?P<(\w+)>[^/']*\)/g, '{$1}' )
					.replaceAll(
						/'\s*\.\s*Rest::ENVIRONMENT_ID\s*\.?\s*'?/g,
						'{id}'
					)
			),
			/'(\/(?:settings|environments|status|dispatch|runs)[a-z{}/]*)'/g
		);
		expect( routes.length ).toBeGreaterThan( 4 );
		expect(
			routes.filter( ( route ) => ! text.includes( route ) )
		).toEqual( [] );
	} );
} );

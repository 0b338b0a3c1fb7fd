import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { runCommand } from './fake-context.ts';

test( 'the help of serve prints no empty defaults', async () => {
	const { exitCode, stdout } = await runCommand( [ 'serve', '--help' ] );
	expect( exitCode ).toBe( 0 );
	expect( stdout ).toContain( '(default: 4100)' );
	expect( stdout ).not.toMatch( /default: (?:\[\]|\{\})/ );
} );

test( 'docs/cli.md lists each exit code with its name', () => {
	const page = readFileSync(
		new URL( '../../docs/cli.md', import.meta.url ),
		'utf8'
	);
	const rows = [ ...page.matchAll( /^\| (\d+) \| `(\w+)` \| /gm ) ].map(
		( [ , code, name ] ) => [ name, Number( code ) ]
	);
	expect( Object.fromEntries( rows ) ).toEqual( EXIT );
} );

test( 'prints the version and the help', async () => {
	expect( await runCommand( [ '--version' ] ) ).toMatchObject( {
		exitCode: 0,
		stdout: '1.2.3',
	} );
	const { exitCode, stdout } = await runCommand( [ '--help' ] );
	expect( exitCode ).toBe( 0 );
	expect( stdout ).toMatch(
		/Deploy:\s+deploy[\s\S]+Host:\s+login[\s\S]+Local platform:\s+serve/
	);
} );

test.each( [
	[ [ 'serve', '--fast' ], 'usage', "unknown option '--fast'" ],
	[ [ 'trigger', 'restart' ], 'usage', "unknown command 'restart'" ],
	[ [ 'deploy', 'missing' ], 'usage', '/nowhere/missing does not exist.' ],
] )(
	'prints the error of %j as JSON with --json',
	async ( args, code, message ) => {
		const { stdout, exitCode } = await runCommand( [ ...args, '--json' ] );
		expect( exitCode ).toBe( 2 );
		expect( JSON.parse( stdout ) ).toEqual( {
			error: { code, message: expect.stringContaining( message ) },
		} );
	}
);

test.each( [
	[ 'a missing command', [] ],
	[ 'an unknown command', [ 'publish' ] ],
	[ 'an unknown subcommand', [ 'trigger', 'restart' ] ],
	[ 'a missing subcommand', [ 'webhooks' ] ],
	[ 'an unknown option', [ 'serve', '--fast' ] ],
	[ 'a port that is not a number', [ 'serve', '--port', '80x' ] ],
	[ 'a port out of range', [ 'serve', '--port', '70000' ] ],
	[ 'an install without an address', [ 'serve', '--wordpress', 'prod' ] ],
	[ 'a missing option', [ 'webhooks', 'list', '--account', 'a' ] ],
	[ 'a password as an argument', [ 'serve', '--password', 'secret' ] ],
] )( 'exits with 2 for %s', async ( _name, args ) => {
	const { exitCode, stderr, stdout } = await runCommand( args );
	expect( exitCode ).toBe( 2 );
	expect( stderr ).not.toBe( '' );
	expect( stdout ).toBe( '' );
} );

test.each( [
	[ 'with its value', [ 'env', 'set', 'TOKEN=hidden 1' ], 'only the name' ],
	[
		'with its value to remove',
		[ 'env', 'unset', 'A', 'TOKEN=hidden 1' ],
		'only the name',
	],
	[ 'that is none', [ 'env', 'set', "1' hidden 1" ], 'Use letters' ],
	[ 'followed by its value', [ 'env', 'set', 'A', 'hidden 1' ], 'got 2.' ],
	[ 'without a command', [ 'env', 'TOKEN=hidden 1' ], 'unknown command' ],
	[ 'as an option', [ 'env', 'set', '--A=hidden 1' ], "'--A=••••'" ],
	[ 'as a password', [ 'login', '--password=hidden 1' ], 'unknown option' ],
	[
		'as a webhook URL',
		[ 'trigger', 'http://host/x?token=hidden 1' ],
		'unknown command',
	],
] )(
	'does not repeat a secret that is given %s',
	async ( _how, args, hint ) => {
		for ( const more of [ [], [ '--json' ] ] ) {
			const { exitCode, stderr, stdout } = await runCommand( [
				...args,
				...more,
			] );
			expect( exitCode ).toBe( 2 );
			expect( stderr ).toContain( hint );
			expect( stderr + stdout ).not.toContain( 'hidden' );
		}
	}
);

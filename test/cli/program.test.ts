import { expect, test } from 'vitest';
import { runCommand } from './fake-context.ts';

test( 'the help of serve prints no empty defaults', async () => {
	const { exitCode, stdout } = await runCommand( [ 'serve', '--help' ] );
	expect( exitCode ).toBe( 0 );
	expect( stdout ).toContain( '(default: 4100)' );
	expect( stdout ).not.toMatch( /default: (?:\[\]|\{\})/ );
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

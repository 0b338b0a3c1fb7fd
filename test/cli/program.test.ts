import { expect, test } from 'vitest';
import { runCommand } from './fake-context.ts';

test( 'names no empty default in the help of serve', async () => {
	const { exitCode, stdout } = await runCommand( [ 'serve', '--help' ] );
	expect( exitCode ).toBe( 0 );
	expect( stdout ).toContain( '(default: 4100)' );
	expect( stdout ).not.toMatch( /default: (?:\[\]|\{\})/ );
} );

test( 'prints its version and its help', async () => {
	expect( await runCommand( [ '--version' ] ) ).toMatchObject( {
		exitCode: 0,
		stdout: '1.2.3',
	} );
	const { exitCode, stdout } = await runCommand( [ '--help' ] );
	expect( exitCode ).toBe( 0 );
	expect( stdout ).toMatch(
		/serve[\s\S]+accounts[\s\S]+webhooks[\s\S]+trigger/
	);
} );

test.each( [
	[ 'no command', [] ],
	[ 'an unknown command', [ 'deploy' ] ],
	[ 'an unknown verb', [ 'trigger', 'restart' ] ],
	[ 'no verb', [ 'webhooks' ] ],
	[ 'an unknown option', [ 'serve', '--fast' ] ],
	[ 'a port that is none', [ 'serve', '--port', '80x' ] ],
	[ 'a port out of range', [ 'serve', '--port', '70000' ] ],
	[ 'an install without an address', [ 'serve', '--wordpress', 'prod' ] ],
	[ 'a missing option', [ 'webhooks', 'list', '--account', 'a' ] ],
	[ 'a password as an argument', [ 'serve', '--password', 'secret' ] ],
] )( 'ends with 2 for %s', async ( _name, words ) => {
	const { exitCode, stderr, stdout } = await runCommand( words );
	expect( exitCode ).toBe( 2 );
	expect( stderr ).not.toBe( '' );
	expect( stdout ).toBe( '' );
} );

/** The questions of the command, with keys as a terminal sends them. */
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { makePrompts } from '../../src/cli/prompts.ts';
import { runCommand } from './fake-context.ts';

const CTRL_C = '\u0003';
const ENTER = '\r';

/** Prompts of a terminal in which the user presses the keys as soon as a question is shown. */
function promptsWith( keys: string ) {
	const input = Object.assign( new PassThrough(), {
		isTTY: true,
		setRawMode: () => input,
	} );
	const output = new PassThrough();
	let shown = '';
	output.on( 'data', ( chunk ) => {
		if ( shown === '' ) {
			// Not before the question listens.
			setImmediate( () => input.write( keys ) );
		}
		shown += chunk;
	} );
	return { ...makePrompts( { input, output } ), shown: () => shown };
}

test( 'typed text replaces the suggestion', async () => {
	const { promptText, shown } = promptsWith( `http://h${ ENTER }` );
	expect( await promptText( 'Address', 'http://suggested' ) ).toBe(
		'http://h'
	);
	expect( shown() ).toContain( 'ttp://suggested' );
} );

test( 'Enter accepts the suggestion', async () => {
	expect( await promptsWith( ENTER ).promptText( 'Name', 'shop' ) ).toBe(
		'shop'
	);
	expect( await promptsWith( ENTER ).promptText( 'Name', '' ) ).toBe( '' );
} );

test( 'a secret is not shown, and Enter alone is an empty secret', async () => {
	const { promptSecret, shown } = promptsWith( `hidden${ ENTER }` );
	expect( await promptSecret( 'Password' ) ).toBe( 'hidden' );
	expect( shown() ).not.toContain( 'hidden' );
	expect( await promptsWith( ENTER ).promptSecret( 'Password' ) ).toBe( '' );
} );

test( 'Enter chooses the first answer', async () => {
	const choices = [ 'no', 'yes' ].map( ( value ) => ( {
		value,
		label: value,
	} ) );
	expect( await promptsWith( ENTER ).promptChoice( 'Sure?', choices ) ).toBe(
		'no'
	);
} );

const LOGGED_IN = {
	HEADLESS_API_URL: 'http://127.0.0.1:4100',
	HEADLESS_API_PASSWORD: 'secret',
};

test.each( [
	[ 'the address of the host', [ 'login' ], {} ],
	[ 'the user', [ 'login' ], { HEADLESS_API_URL: 'http://127.0.0.1:4100' } ],
	[
		'the password',
		[ 'login' ],
		{
			HEADLESS_API_URL: 'http://127.0.0.1:4100',
			HEADLESS_API_USER: 'sam',
		},
	],
	[ 'the webhook URL', [ 'trigger', 'rebuild' ], {} ],
	[
		'the value of a variable',
		[
			...[ 'env', 'set', 'KEY', '--account', 'acme', '--app', 'shop' ],
			...[ '--environment', '0b8e1c1e-3f0a-4f4e-9d39-5d7c2c1d9c55' ],
		],
		LOGGED_IN,
	],
	[
		'a new password',
		[ 'users', 'set-password', 'sam', '--password-stdin' ],
		LOGGED_IN,
	],
	[ 'a confirmation', [ 'users', 'delete', 'sam' ], LOGGED_IN ],
] )(
	'Ctrl-C at the question for %s ends with 130 and sends nothing',
	async ( _what, args, env ) => {
		const { exitCode, stderr, requests } = await runCommand( args, {
			env,
			isInteractive: true,
			...promptsWith( CTRL_C ),
		} );
		expect( { exitCode, stderr, requests } ).toEqual( {
			exitCode: 130,
			stderr: 'Stopped. Nothing was changed.',
			requests: [],
		} );
	}
);

import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measureProcessorTime } from '../../../src/dev-kit/checks/processor-time.ts';
import { startSupervised } from '../../../src/dev-kit/supervised-commands.mjs';

const WORK =
	'const end = Date.now() + 400; while ( Date.now() < end ) {} process.exit( 3 );';

test( 'runs the command as it is, with its exit code, and counts its processor time where the system allows it', async () => {
	const { command, args, seconds } = measureProcessorTime( {
		command: process.execPath,
		args: [ '-e', WORK ],
	} );
	const { code } = await startSupervised( command, args ).ended;
	expect( code ).toBe( 3 );
	const used = seconds();
	expect( used ?? 1 ).toBeGreaterThan( 0.05 );
	expect( used ?? 1 ).toBeLessThan( 30 );
} );

test( 'leaves no control group', () => {
	const { args, seconds } = measureProcessorTime( {
		command: 'true',
		args: [],
	} );
	seconds();
	expect( args.filter( ( arg ) => existsSync( arg ) ) ).toEqual( [] );
} );

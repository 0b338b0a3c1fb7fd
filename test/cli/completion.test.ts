import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../reference-api/temporary-folder.ts';
import { runCommand } from './fake-context.ts';
import { cleanEnvironment, MAIN } from './process.ts';

async function suggest( ...words: string[] ): Promise< string[] > {
	const { stdout } = await runCommand( [
		...[ 'completion', 'suggest', '--json', '--' ],
		...words,
	] );
	return JSON.parse( stdout );
}

test( 'suggests commands, subcommands, options and their values', async () => {
	expect( await suggest( 'de' ) ).toEqual( [ 'deploy' ] );
	expect( await suggest( '' ) ).toContain( 'environments' );
	expect( await suggest( 'env', '' ) ).toEqual( [
		...[ 'list', 'set', 'unset', 'pull', 'push' ],
	] );
	expect( await suggest( 'deploy', '--reg' ) ).toEqual( [ '--region' ] );
	expect( await suggest( 'deploy', '--region', 'U' ) ).toEqual( [
		...[ 'US-C', 'UK' ],
	] );
	expect( await suggest( 'users', 'set-role', 'kim', '' ) ).toEqual( [
		...[ 'none', 'read', 'write' ],
	] );
	expect( await suggest( 'deploy', '--app', '' ) ).toEqual( [] );
} );

test.each( [ 'bash', 'zsh', 'fish' ] )(
	'the script for %s is valid, where the shell is installed',
	async ( shell ) => {
		const { exitCode, stdout } = await runCommand( [
			'completion',
			shell,
		] );
		expect( exitCode ).toBe( 0 );
		expect( stdout ).toContain( 'headless-deploy completion suggest --' );
		// fish cannot read a script from a socket, which is what standard input of a child process is.
		const file = path.join( await temporaryFolder(), 'script' );
		writeFileSync( file, stdout );
		const checked = spawnSync( shell, [ '-n', file ] );
		// Null if the shell is not installed.
		expect( [ 0, null ] ).toContain( checked.status );
	}
);

/** Creates a folder for the search path that contains the command. */
async function folderWithCommand(): Promise< string > {
	const folder = await temporaryFolder();
	const command = path.join( folder, 'headless-deploy' );
	writeFileSync(
		command,
		`#!/bin/sh\nexec "${ process.execPath }" "${ MAIN }" "$@"\n`
	);
	chmodSync( command, 0o755 );
	return folder;
}

test( 'bash completes a word with the script', async () => {
	const folder = await folderWithCommand();
	const { stdout: script } = await runCommand( [ 'completion', 'bash' ] );
	const { stdout, stderr } = spawnSync(
		'bash',
		[
			'-c',
			`${ script }
COMP_WORDS=( headless-deploy environments cr )
COMP_CWORD=2
_headless_deploy
printf '%s,' "\${COMPREPLY[@]}"`,
		],
		{
			encoding: 'utf8',
			env: cleanEnvironment( {
				PATH: `${ folder }:${ process.env.PATH }`,
			} ),
		}
	);
	expect( { stdout, stderr } ).toEqual( { stdout: 'create,', stderr: '' } );
} );

const hasFish = spawnSync( 'fish', [ '--version' ] ).status === 0;

test.runIf( hasFish )(
	'fish lists file names only where the command suggests nothing',
	async () => {
		const folder = await folderWithCommand();
		const home = await temporaryFolder();
		writeFileSync( path.join( home, 'UKULELE' ), '' );
		const { stdout: script } = await runCommand( [ 'completion', 'fish' ] );
		const complete = ( line: string ) =>
			spawnSync(
				'fish',
				[ '-c', `${ script }\ncomplete -C '${ line }'` ],
				{
					cwd: home,
					encoding: 'utf8',
					env: cleanEnvironment( {
						HOME: home,
						PATH: `${ folder }:${ process.env.PATH }`,
					} ),
				}
			).stdout.trim();
		expect( complete( 'headless-deploy deploy --region U' ) ).toBe(
			'UK\nUS-C'
		);
		expect( complete( 'headless-deploy deploy U' ) ).toBe( 'UKULELE' );
	}
);

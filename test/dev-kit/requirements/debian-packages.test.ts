import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
	findBelow,
	writeLauncher,
} from '../../../src/dev-kit/requirements/debian-packages.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Makes unpacked packages, whose loader prints its arguments. */
function unpacked(): string {
	const folder = path.join( temporaryFolder(), 'with a space' );
	const files = {
		'root/usr/lib64/ld-linux-test.so.2':
			'#!/bin/sh\nprintf "%s\\n" "$NAME" "$@"\n',
		'root/usr/lib/test-linux-gnu/libc.so.6': '',
		'root/usr/bin/program': '',
	};
	for ( const [ name, text ] of Object.entries( files ) ) {
		fs.mkdirSync( path.join( folder, path.dirname( name ) ), {
			recursive: true,
		} );
		fs.writeFileSync( path.join( folder, name ), text, { mode: 0o755 } );
	}
	return folder;
}

describe( 'the command of an unpacked program', () => {
	it( 'starts the program with the libraries of its packages, from any folder', () => {
		const made = unpacked();
		writeLauncher(
			made,
			'run',
			'root/usr/bin/program',
			[ '-c', '"$here/settings.ini"' ],
			[ 'NAME=value' ]
		);
		const folder = `${ made } moved`;
		fs.renameSync( made, folder );
		const lines = execFileSync( path.join( folder, 'run' ), [
			'one',
			'two words',
		] )
			.toString()
			.trim()
			.split( '\n' );
		expect( lines ).toEqual( [
			'value',
			...[ '--library-path', `${ folder }/root/usr/lib/test-linux-gnu` ],
			...[ '--argv0', `${ folder }/run` ],
			`${ folder }/root/usr/bin/program`,
			...[ '-c', `${ folder }/settings.ini` ],
			...[ 'one', 'two words' ],
		] );
	} );

	it( 'packages that lack a library are refused', () => {
		expect( () =>
			findBelow( unpacked(), 'root/usr', /\/absent\.so$/ )
		).toThrow( 'absent' );
	} );
} );

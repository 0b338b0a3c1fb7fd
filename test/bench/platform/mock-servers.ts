/**
 * The mock servers that developers would use instead, from npm, in fixed versions.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../../src/dev-kit/paths.ts';

const FOLDER = path.join( PROJECT, '.local', 'bench', 'mock-servers' );
const VERSIONS = {
	'@stoplight/prism-cli': '5.14.2',
	'@mockoon/cli': '9.9.0',
	'json-server': '0.17.4',
};

/** Installs them, unless they are already installed. */
export async function installMockServers(): Promise< void > {
	const wanted = JSON.stringify( { private: true, dependencies: VERSIONS } );
	const stamp = path.join( FOLDER, 'node_modules', '.bench' );
	if (
		fs.existsSync( stamp ) &&
		fs.readFileSync( stamp, 'utf8' ) === wanted
	) {
		return;
	}
	console.log(
		'Installing Prism, Mockoon and json-server (once, some 200 MB) …'
	);
	fs.rmSync( FOLDER, { recursive: true, force: true } );
	fs.mkdirSync( FOLDER, { recursive: true } );
	fs.writeFileSync( path.join( FOLDER, 'package.json' ), wanted );
	await promisify( execFile )(
		'npm',
		[ 'install', '--no-audit', '--no-fund', '--no-package-lock' ],
		{ cwd: FOLDER }
	);
	fs.writeFileSync( stamp, wanted );
}

/** Returns the path of a mock server's script. */
export function mockServerScript(
	name: 'prism' | 'mockoon-cli' | 'json-server'
): string {
	return fs.realpathSync( path.join( FOLDER, 'node_modules', '.bin', name ) );
}

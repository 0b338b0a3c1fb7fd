/** Chooses the package manager that installs a project's dependencies, and the folder in which it does so. */
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manager } from './failures/failure.ts';
import { newerYarn } from './failures/install-causes.ts';
import type { NodeBinary } from './node-version.ts';
import { BuildError, packageManagerOf } from './project.ts';
import type { Command, Manifest } from './project.ts';

/** When a folder has several lock files and `packageManager` names none of them, the first one counts. */
const LOCK_FILES: readonly { name: string; manager: Manager }[] = [
	{ name: 'package-lock.json', manager: 'npm' },
	{ name: 'yarn.lock', manager: 'yarn' },
	{ name: 'pnpm-lock.yaml', manager: 'pnpm' },
];
export const PNPM_WORKSPACE = 'pnpm-workspace.yaml';
const INSTALL_HOOKS = [ 'preinstall', 'install', 'postinstall', 'prepare' ];
/** The newest pnpm that reads each version of pnpm-lock.yaml, https://pnpm.io/installation#compatibility */
const PNPM_OF_LOCK: readonly [ lock: RegExp, major: string ][] = [
	[ /^lockfileVersion: '?9\./m, '10' ],
	[ /^lockfileVersion: '?6\./m, '8' ],
	[ /^lockfileVersion: '?5\./m, '7' ],
];

/** A folder that may be installed, with its package.json. */
export interface Installable {
	folder: string;
	manifest: Manifest;
}

export interface InstallCommand extends Command {
	/** What npx fetches when the package manager is not installed on this machine, such as "pnpm@10". */
	packageName: string;
}

interface Choice {
	manager: Manager;
	/** Empty when there is none. */
	lock: string;
	/** For the log. */
	reason: string;
}

export function locksIn( folder: string ) {
	return LOCK_FILES.filter( ( { name } ) =>
		existsSync( path.join( folder, name ) )
	);
}

function isWorkspace( { folder, manifest }: Installable ): boolean {
	return (
		manifest.hasWorkspaces ||
		existsSync( path.join( folder, PNPM_WORKSPACE ) )
	);
}

/**
 * Finds the folder that is installed: the nearest one with a lock file, else the nearest workspace.
 *
 * @param folders The project's folder and its parent folders, the innermost first.
 */
export function findInstallable(
	folders: readonly Installable[]
): Installable {
	const found =
		folders.find( ( { folder } ) => locksIn( folder ).length > 0 ) ??
		folders.find( isWorkspace ) ??
		folders[ 0 ];
	if ( ! found ) {
		throw new Error( 'A project has a folder.' );
	}
	return found;
}

function declaredManager( { packageManager }: Manifest ): Manager | null {
	const [ name ] = packageManager.split( '@' );
	return name === 'npm' || name === 'pnpm' || name === 'yarn' ? name : null;
}

function choose( { folder, manifest }: Installable ): Choice {
	const declared = declaredManager( manifest );
	const locks = locksIn( folder );
	const lock =
		locks.find( ( { manager } ) => manager === declared ) ?? locks[ 0 ];
	if ( lock ) {
		const { manager, name } = lock;
		return { manager, lock: name, reason: `${ name } found` };
	}
	if ( declared ) {
		const reason = `packageManager names ${ declared }`;
		return { manager: declared, lock: '', reason };
	}
	return existsSync( path.join( folder, PNPM_WORKSPACE ) )
		? { manager: 'pnpm', lock: '', reason: `${ PNPM_WORKSPACE } found` }
		: { manager: 'npm', lock: '', reason: 'no lock file' };
}

/** The package manager of a project. */
export function managerOf( install: Installable ): Manager {
	return choose( install ).manager;
}

/**
 * Returns the version that `packageManager` names, without the hash that may follow it.
 *
 * @return Empty when it names none.
 */
function declaredVersion( manifest: Manifest, manager: Manager ): string {
	const [ , name, version ] =
		/^(\w+)@(\d+\.\d+\.\d+(?:-[\w.]+)?)/.exec( manifest.packageManager ) ??
		[];
	return name === manager && version ? version : '';
}

async function pnpmPackage( {
	folder,
	manifest,
}: Installable ): Promise< string > {
	const declared = declaredVersion( manifest, 'pnpm' );
	if ( declared ) {
		return `pnpm@${ declared }`;
	}
	const lock = await readText( folder, 'pnpm-lock.yaml' );
	const known = PNPM_OF_LOCK.find( ( [ pattern ] ) => pattern.test( lock ) );
	return `pnpm@${ known?.[ 1 ] ?? 'latest' }`;
}

function npmInstall( { lock, reason }: Choice, node: NodeBinary ): Command {
	const verb = lock ? 'ci' : 'install';
	return {
		title: `npm ${ verb }`,
		reason,
		command: packageManagerOf( node, 'npm' ),
		// Builds need the development packages, whatever NODE_ENV says.
		args: [ verb, '--include=dev', '--no-audit', '--no-fund' ],
	};
}

function yarnInstall( { lock, reason }: Choice ): Command {
	const frozen = lock ? [ '--frozen-lockfile' ] : [];
	return {
		title: 'yarn install',
		reason,
		command: 'yarn',
		args: [ 'install', ...frozen, '--production=false' ],
	};
}

function pnpmInstall( { lock, reason }: Choice ): Command {
	const frozen = lock ? '--frozen-lockfile' : '--no-frozen-lockfile';
	return {
		title: 'pnpm install',
		reason,
		command: 'pnpm',
		args: [ 'install', frozen, '--prod=false' ],
	};
}

/** Reads a small file of a project, or nothing. */
async function readText( folder: string, name: string ): Promise< string > {
	const file = path.join( folder, name );
	return existsSync( file ) ? readFile( file, 'utf8' ) : '';
}

/**
 * Yarn 1 ignores what newer versions write, or starts them with options that they do not know.
 *
 * @throws BuildError when the project is made for yarn 2 or newer.
 */
async function refuseNewerYarn( {
	folder,
	manifest,
}: Installable ): Promise< void > {
	const [ , release ] =
		/^yarnPath:.*?(\d+\.\d+\.\d+)/m.exec(
			await readText( folder, '.yarnrc.yml' )
		) ?? [];
	const declared = declaredVersion( manifest, 'yarn' );
	if ( declared && ! /^[01]\./.test( declared ) ) {
		throw new BuildError(
			newerYarn( `yarn ${ declared } (“packageManager” in package.json)` )
		);
	}
	if ( release ) {
		throw new BuildError(
			newerYarn( `yarn ${ release } (“yarnPath” in .yarnrc.yml)` )
		);
	}
	if ( /^__metadata:/m.test( await readText( folder, 'yarn.lock' ) ) ) {
		throw new BuildError( newerYarn( 'a newer yarn (yarn.lock)' ) );
	}
}

/**
 * Chooses how dependencies are installed.
 *
 * @return Null when there is nothing to install.
 * @throws BuildError when the platform cannot install the project.
 */
export async function installCommand(
	{ folder, install }: { folder: string; install: Installable },
	node: NodeBinary
): Promise< InstallCommand | null > {
	const { manifest } = install;
	const hasHook = INSTALL_HOOKS.some( ( hook ) => manifest.scripts[ hook ] );
	const isNeeded =
		manifest.hasDependencies ||
		hasHook ||
		isWorkspace( install ) ||
		install.folder !== folder;
	if ( ! isNeeded ) {
		return null;
	}
	const choice = choose( install );
	if ( choice.manager === 'pnpm' ) {
		const packageName = await pnpmPackage( install );
		return { ...pnpmInstall( choice ), packageName };
	}
	if ( choice.manager === 'yarn' ) {
		await refuseNewerYarn( install );
		return { ...yarnInstall( choice ), packageName: 'yarn@1' };
	}
	return { ...npmInstall( choice, node ), packageName: '' };
}

/**
 * Writes a command into a folder of PATH that lets npx download a package manager, for the install and for scripts that
 * call it.
 *
 * @param packageName For example "pnpm@10.1.0"; letters, digits, dots, hyphens and one "@".
 */
export async function writeShim(
	folder: string,
	packageName: string
): Promise< void > {
	const [ name = '' ] = packageName.split( '@' );
	const file = path.join( folder, name );
	await mkdir( folder, { recursive: true } );
	await writeFile(
		file,
		`#!/bin/sh\nexec npx --yes ${ packageName } "$@"\n`
	);
	await chmod( file, 0o755 );
}

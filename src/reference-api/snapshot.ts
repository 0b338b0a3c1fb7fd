/** Copies a data folder into a snapshot and back, also while a platform uses the folder. */
import { randomUUID } from 'node:crypto';
import { constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
	copyFile,
	lstat,
	mkdir,
	readdir,
	readlink,
	rename,
	rm,
	symlink,
} from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ACTIVE_STATES } from '../shared/build-states.ts';
import { StartError, errorMessage, systemCode } from './lib/errors.ts';
import { MARKER_FILE } from './store/data-folder.ts';
import { lockFolder } from './store/folder-lock.ts';
import { Folders } from './store/folders.ts';
import { SCHEMA_VERSION } from './store/schema.ts';
import { isKnownSchema, openWriter } from './store/sqlite-connection.ts';
import { DATABASE_FILE } from './store/sqlite.ts';
import { checkSurroundings } from './store/surroundings.ts';

const FORMAT = 'headless-deploy-snapshot';
const FORMAT_VERSION = 1;
const DESCRIPTION_FILE = 'snapshot.json';
const DATA = 'data';
/** A deployment can end, and delete older files, while they are copied. */
const MAX_ATTEMPTS = 5;

export interface SnapshotDescription {
	format: string;
	version: number;
	schemaVersion: number;
	createTime: string;
	environments: number;
}

function ignoreMissing( error: unknown ): void {
	if ( systemCode( error ) !== 'ENOENT' ) {
		throw error;
	}
}

/** The folders of an environment with code, in which links are usual. */
const CODE = /^[^/]+\/[^/]+\/(?:releases|kept|kept-next|home)\/./;

/**
 * Rejects links between the platform's own files and folders, which would make it read and write elsewhere.
 *
 * @param folder The data of a snapshot.
 */
async function expectNoLinks( folder: string, below = '' ): Promise< void > {
	const file = path.join( folder, below );
	const stats = await lstat( file );
	if ( stats.isSymbolicLink() ) {
		throw new StartError(
			'data-folder',
			`${ file } is a symbolic link. A snapshot has none there, so it was changed after it was saved.`
		);
	}
	for ( const name of stats.isDirectory() ? await readdir( file ) : [] ) {
		const next = path.posix.join( below, name );
		if ( ! CODE.test( next ) ) {
			await expectNoLinks( folder, next );
		}
	}
}

/** Copies files, folders and links. Files that a running platform deletes at the same time are left out. */
async function copyTree( source: string, target: string ): Promise< void > {
	const stats = await lstat( source );
	if ( stats.isDirectory() ) {
		await mkdir( target, { mode: 0o700 } );
		for ( const name of await readdir( source ) ) {
			await copyTree(
				path.join( source, name ),
				path.join( target, name )
			).catch( ignoreMissing );
		}
	} else if ( stats.isSymbolicLink() ) {
		await symlink( await readlink( source ), target );
	} else if ( stats.isFile() ) {
		await copyFile( source, target, constants.COPYFILE_FICLONE );
	}
}

/** Writes a consistent copy of the database, which can be in use, with the tables of this version. */
function copyDatabase( root: string, target: string ): void {
	const connection = new DatabaseSync( path.join( root, DATABASE_FILE ), {
		readOnly: true,
	} );
	try {
		connection.prepare( 'VACUUM INTO ?' ).run( target );
	} finally {
		connection.close();
	}
	openWriter( target ).close();
}

interface DatabaseContent {
	environments: number;
	/** Paths of the files that the database refers to: live releases, and the code of environments and builds. */
	files: string[];
}

function readContent( folders: Folders ): DatabaseContent {
	const connection = new DatabaseSync(
		path.join( folders.root, DATABASE_FILE ),
		{ readOnly: true }
	);
	const active = ACTIVE_STATES.map( ( state ) => `'${ state }'` ).join();
	try {
		const live = connection
			.prepare(
				`SELECT environmentId, id FROM builds WHERE state = 'live'`
			)
			.all();
		const sources = connection
			.prepare(
				`SELECT id AS environmentId, source FROM environments WHERE source != ''
				UNION SELECT environmentId, source FROM builds WHERE state IN (${ active })`
			)
			.all();
		const { count } = connection
			.prepare( 'SELECT count(*) AS count FROM environments' )
			.get() as { count: number };
		return {
			environments: count,
			files: [
				...live.map( ( row ) =>
					folders.release(
						String( row.environmentId ),
						String( row.id )
					)
				),
				...sources.map( ( row ) =>
					folders.source(
						String( row.environmentId ),
						String( row.source )
					)
				),
			],
		};
	} finally {
		connection.close();
	}
}

/** Copies a data folder once. Null if the platform deleted files that the copied database refers to. */
async function copyData(
	root: string,
	target: string
): Promise< DatabaseContent | null > {
	const from = new Folders( root );
	const to = new Folders( target );
	await mkdir( to.root, { mode: 0o700 } );
	// The database first: all files that it refers to exist by then.
	copyDatabase( from.root, path.join( to.root, DATABASE_FILE ) );
	for ( const name of [ MARKER_FILE, path.basename( to.environments ) ] ) {
		await copyTree(
			path.join( from.root, name ),
			path.join( to.root, name )
		).catch( ignoreMissing );
	}
	const content = readContent( to );
	return content.files.every( ( file ) => existsSync( file ) )
		? content
		: null;
}

function expectDataFolder( root: string ): void {
	if ( ! existsSync( path.join( root, MARKER_FILE ) ) ) {
		throw new StartError(
			'data-folder',
			`${ root } is not a data folder of the platform (${ MARKER_FILE } is missing).`
		);
	}
}

/**
 * Saves a data folder as a new folder, which appears only when it is complete.
 *
 * @throws StartError When the snapshot exists, or the data folder cannot be read.
 */
export async function saveSnapshot(
	dataFolder: string,
	snapshot: string
): Promise< SnapshotDescription > {
	const root = path.resolve( dataFolder );
	expectDataFolder( root );
	if ( existsSync( snapshot ) ) {
		throw new StartError(
			'data-folder',
			`${ snapshot } exists. Choose another name, or delete it.`
		);
	}
	const partial = `${ snapshot }.${ randomUUID() }`;
	await mkdir( partial, { recursive: true, mode: 0o700 } );
	try {
		const data = path.join( partial, DATA );
		let content = await copyData( root, data );
		for ( let left = MAX_ATTEMPTS - 1; ! content && left > 0; left-- ) {
			await rm( data, { recursive: true } );
			content = await copyData( root, data );
		}
		if ( ! content ) {
			throw new StartError(
				'data-folder',
				`The files of ${ root } changed during each of ${ MAX_ATTEMPTS } copies. Save the snapshot when fewer builds run.`
			);
		}
		const description: SnapshotDescription = {
			format: FORMAT,
			version: FORMAT_VERSION,
			schemaVersion: SCHEMA_VERSION,
			createTime: new Date().toISOString(),
			environments: content.environments,
		};
		writeFileSync(
			path.join( partial, DESCRIPTION_FILE ),
			`${ JSON.stringify( description, null, '\t' ) }\n`
		);
		await rename( partial, snapshot );
		return description;
	} finally {
		await rm( partial, { recursive: true, force: true } );
	}
}

function readDescription( snapshot: string ): SnapshotDescription {
	const file = path.join( snapshot, DESCRIPTION_FILE );
	let description: Partial< SnapshotDescription > | null;
	try {
		description = JSON.parse( readFileSync( file, 'utf8' ) );
	} catch ( error ) {
		throw new StartError(
			'data-folder',
			`${ snapshot } is not a snapshot: ${ errorMessage( error ) }`
		);
	}
	if ( description?.format !== FORMAT ) {
		throw new StartError(
			'data-folder',
			`${ snapshot } is not a snapshot.`
		);
	}
	if (
		description.version !== FORMAT_VERSION ||
		! isKnownSchema( description.schemaVersion ?? 0 )
	) {
		throw new StartError(
			'database',
			`${ snapshot } was written by another version of Headless Deploy. Use that version.`
		);
	}
	return description as SnapshotDescription;
}

/** Rejects a folder that is used, or whose content the user did not agree to replace. */
async function expectReplaceable(
	root: string,
	mayReplace: boolean
): Promise< void > {
	if ( ! existsSync( root ) || ( await readdir( root ) ).length === 0 ) {
		return;
	}
	expectDataFolder( root );
	lockFolder( root ).release();
	if ( ! mayReplace ) {
		throw new StartError(
			'data-folder',
			`${ root } contains data. Choose an empty folder, or use --force to replace the data.`
		);
	}
}

/**
 * Creates a data folder from a snapshot, or replaces one.
 *
 * @throws StartError When the snapshot was changed, or the folder is inside of a project, in use, contains other files or, without
 *                    `mayReplace`, data. It is unchanged then.
 */
export async function loadSnapshot(
	snapshot: string,
	dataFolder: string,
	mayReplace: boolean
): Promise< SnapshotDescription > {
	const folders = new Folders( dataFolder );
	const { root } = folders;
	checkSurroundings( folders );
	const description = readDescription( snapshot );
	await expectNoLinks( path.join( snapshot, DATA ) );
	await expectReplaceable( root, mayReplace );
	const id = randomUUID();
	const loaded = `${ root }.${ id }`;
	const replaced = `${ root }.${ id }.replaced`;
	await mkdir( path.dirname( root ), { recursive: true } );
	try {
		await copyTree( path.join( snapshot, DATA ), loaded );
		// A platform may have been started while the files were copied.
		await expectReplaceable( root, mayReplace );
		await rename( root, replaced ).catch( ignoreMissing );
		await rename( loaded, root ).catch( async ( error ) => {
			await rename( replaced, root ).catch( ignoreMissing );
			throw error;
		} );
		await rm( replaced, { recursive: true, force: true } );
		return description;
	} finally {
		await rm( loaded, { recursive: true, force: true } );
	}
}

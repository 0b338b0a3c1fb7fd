/** Chooses the Node.js that a project asks for in `engines.node`, if this machine has it. */
import { execFile } from 'node:child_process';
import { access, constants, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type * as Semver from 'semver';

const run = promisify( execFile );

const VERSION_TIMEOUT_MS = 5000;

/** The folders of version managers: one folder for each version, and the path from there to the binaries. */
const MANAGERS: readonly {
	/** Variables that may name the manager's folder. */
	variable: string;
	/** Below the user's home folder; tried if the variable is not set. */
	defaultFolders: readonly string[];
	versions: string;
	binaries: string;
}[] = [
	{
		variable: 'NVM_DIR',
		defaultFolders: [ '.nvm', '.config/nvm' ],
		versions: 'versions/node',
		binaries: 'bin',
	},
	{
		variable: 'FNM_DIR',
		defaultFolders: [
			'.local/share/fnm',
			'.fnm',
			'Library/Application Support/fnm',
		],
		versions: 'node-versions',
		binaries: 'installation/bin',
	},
	{
		variable: 'VOLTA_HOME',
		defaultFolders: [ '.volta' ],
		versions: 'tools/image/node',
		binaries: 'bin',
	},
	{
		variable: 'ASDF_DATA_DIR',
		defaultFolders: [ '.asdf' ],
		versions: 'installs/nodejs',
		binaries: 'bin',
	},
	{
		variable: 'MISE_DATA_DIR',
		defaultFolders: [ '.local/share/mise' ],
		versions: 'installs/node',
		binaries: 'bin',
	},
	{
		variable: 'N_PREFIX',
		defaultFolders: [ 'n', '/usr/local' ],
		versions: 'n/versions/node',
		binaries: 'bin',
	},
];

/** Folders into which systems and package managers install Node.js. */
const SYSTEM_FOLDERS = [ '/usr/local/bin', '/opt/homebrew/bin', '/usr/bin' ];

/** A Node.js on this machine. */
export interface NodeBinary {
	/** For example "24.11.0". */
	version: string;
	/** The folder that holds `node` and `npm`. */
	folder: string;
}

export interface NodeChoice extends NodeBinary {
	/** For the log: which it is, and why. */
	label: string;
	/** What to do if it is not the requested version; otherwise empty. */
	warning: string;
}

export interface Machine {
	/** The Node.js that the platform itself runs on. */
	own: NodeBinary;
	/** The user's home folder. */
	home: string;
	/** The environment that the platform runs in. */
	platformEnv: NodeJS.ProcessEnv;
	systemFolders?: readonly string[];
}

async function isExecutable( file: string ): Promise< boolean > {
	return access( file, constants.X_OK ).then(
		() => true,
		() => false
	);
}

/** Returns whether a folder has both; Debian, for example, can have a Node.js without npm. */
async function hasNodeAndNpm( folder: string ): Promise< boolean > {
	const found = await Promise.all(
		[ 'node', 'npm' ].map( ( name ) =>
			isExecutable( path.join( folder, name ) )
		)
	);
	return found.every( Boolean );
}

async function namesIn( folder: string ): Promise< string[] > {
	return readdir( folder ).catch( () => [] );
}

/** Lists what version managers installed: the folders' names are the versions, so nothing has to be started. */
async function managedNodes( machine: Machine ): Promise< NodeBinary[] > {
	const places = MANAGERS.flatMap( ( manager ) => {
		const named = machine.platformEnv[ manager.variable ];
		const roots = named
			? [ named ]
			: manager.defaultFolders.map( ( one ) =>
					path.resolve( machine.home, one )
				);
		return roots.map( ( root ) => ( { ...manager, root } ) );
	} );
	const found = places.map( async ( { root, versions, binaries } ) => {
		const folder = path.join( root, versions );
		return ( await namesIn( folder ) ).map( ( name ) => ( {
			version: name.replace( /^v/, '' ),
			folder: path.join( folder, name, binaries ),
		} ) );
	} );
	return ( await Promise.all( found ) ).flat();
}

async function readVersion( folder: string ): Promise< NodeBinary[] > {
	try {
		// Without the platform's variables: a NODE_OPTIONS of its own could be unknown to an older Node.js.
		const { stdout } = await run( path.join( folder, 'node' ), [ '-v' ], {
			env: {},
			timeout: VERSION_TIMEOUT_MS,
		} );
		return [ { version: stdout.trim().replace( /^v/, '' ), folder } ];
	} catch {
		return [];
	}
}

/** Lists the versions that are installed for all users or in PATH. */
async function systemNodes( machine: Machine ): Promise< NodeBinary[] > {
	const { platformEnv, own, systemFolders = SYSTEM_FOLDERS } = machine;
	const named = ( platformEnv.PATH ?? '' )
		.split( path.delimiter )
		.filter( ( folder ) => folder && ! folder.includes( 'node_modules' ) );
	// Several names may lead to one program.
	const folders = new Map< string, string >();
	for ( const folder of [ ...named, ...systemFolders ] ) {
		const place = await realpath( path.join( folder, 'node' ) ).catch(
			() => ''
		);
		if ( place && ! folders.has( place ) ) {
			folders.set( place, folder );
		}
	}
	folders.delete( path.join( own.folder, 'node' ) );
	const asked = [ ...folders.values() ].map( readVersion );
	return ( await Promise.all( asked ) ).flat();
}

/** Finds the newest Node.js that satisfies a range. */
async function search(
	range: string,
	machine: Machine,
	semver: typeof Semver
): Promise< { match: NodeBinary | null; availableVersions: string[] } > {
	const all = [
		...( await managedNodes( machine ) ),
		...( await systemNodes( machine ) ),
	].filter( ( { version } ) => semver.valid( version ) );
	all.sort( ( a, b ) => semver.rcompare( a.version, b.version ) );
	const availableVersions = [
		...new Set( all.map( ( { version } ) => version ) ),
	];
	for ( const node of all ) {
		if (
			semver.satisfies( node.version, range ) &&
			( await hasNodeAndNpm( node.folder ) )
		) {
			return { match: node, availableVersions };
		}
	}
	return { match: null, availableVersions };
}

function notFoundMessage(
	range: string,
	own: NodeBinary,
	availableVersions: string[]
): string {
	const others = availableVersions.filter(
		( version ) => version !== own.version
	);
	return `Node ${ own.version } does not match the project (engines.node: ${ range }), and neither does another version on this machine${
		others.length > 0 ? ` (it has ${ others.join( ', ' ) } too)` : ''
	}. Install one, for example by nvm or fnm, or change engines.node in package.json.`;
}

/**
 * Chooses the Node.js of a project.
 *
 * @param range `engines.node` of its package.json, or empty.
 * @return The platform's own where it fits or nothing else does.
 */
export async function chooseNode(
	range: string,
	machine: Machine
): Promise< NodeChoice > {
	const { own } = machine;
	const asked = `engines.node: ${ range }`;
	if ( range.trim() === '' ) {
		const label = `Node ${ own.version } (package.json has no engines.node)`;
		return { ...own, label, warning: '' };
	}
	// Most projects name a range, but the platform has to start without waiting for this.
	const { default: semver } = await import( 'semver' );
	const label = `Node ${ own.version } (${ asked })`;
	if ( semver.validRange( range ) === null ) {
		const warning = `engines.node “${ range }” is not a range of versions, so Node ${ own.version } is used. Write, for example, ">=22".`;
		return { ...own, label, warning };
	}
	if ( semver.satisfies( own.version, range ) ) {
		return { ...own, label, warning: '' };
	}
	const { match, availableVersions } = await search( range, machine, semver );
	return match
		? {
				...match,
				label: `Node ${ match.version } of ${ match.folder } (${ asked })`,
				warning: '',
			}
		: {
				...own,
				label,
				warning: notFoundMessage( range, own, availableVersions ),
			};
}

/** The Node.js that the platform itself runs on. */
export const PLATFORM_NODE: NodeBinary = {
	version: process.versions.node,
	folder: path.dirname( process.execPath ),
};

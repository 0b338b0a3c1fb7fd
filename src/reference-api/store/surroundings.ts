/**
 * What tools of a build find above a release. Node.js, linters and package managers look upwards, so a build could
 * succeed or fail by files that the hosting service does not have.
 */
import { readdirSync, realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { StartError, systemCode } from '../lib/errors.ts';
import type { Folders } from './folders.ts';

const SCRIPT = '(?:js|cjs|mjs|ts|cts|mts)';
const DATA = '(?:json|json5|jsonc|yaml|yml|toml)';

interface Tool {
	/** Matches names of files and folders. */
	files: RegExp;
	/** What reads them. */
	readers: string;
	/** Whether such a file makes its folder a project. */
	isProject?: true;
}

const TOOLS: readonly Tool[] = [
	{ files: /^node_modules$/, readers: 'Node.js', isProject: true },
	{
		files: /^package\.json$/,
		readers: 'Node.js, package managers and many tools',
		isProject: true,
	},
	{
		files: /^(?:pnpm-workspace\.yaml|lerna\.json|nx\.json|turbo\.jsonc?)$/,
		readers: 'pnpm, Nx and Turborepo',
		isProject: true,
	},
	{
		files: /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/,
		readers: 'Next.js, Nx and Turborepo',
		isProject: true,
	},
	{
		// npm and pnpm read the file of the project and that of HOME, and each environment has a HOME of its own.
		files: /^\.(?:npmrc|yarnrc)$/,
		readers: 'Yarn 1',
	},
	{
		files: /^(?:\.yarnrc\.yml|\.pnp\.c?js)$/,
		readers: 'Yarn',
	},
	{ files: /^\.editorconfig$/, readers: 'EditorConfig and Prettier' },
	{
		files: new RegExp(
			`^(?:\\.prettierrc(?:\\.${ SCRIPT }|\\.${ DATA })?|prettier\\.config\\.${ SCRIPT })$`
		),
		readers: 'Prettier',
	},
	{
		files: new RegExp(
			`^(?:eslint\\.config\\.${ SCRIPT }|\\.eslintrc(?:\\.${ SCRIPT }|\\.${ DATA })?)$`
		),
		readers: 'ESLint',
	},
	{
		files: new RegExp(
			`^(?:\\.stylelintrc(?:\\.${ SCRIPT }|\\.${ DATA })?|stylelint\\.config\\.${ SCRIPT })$`
		),
		readers: 'Stylelint',
	},
	{
		files: new RegExp(
			`^(?:tailwind\\.config\\.${ SCRIPT }|postcss\\.config\\.(?:${ SCRIPT }|json)|\\.postcssrc(?:\\.${ SCRIPT }|\\.${ DATA })?)$`
		),
		readers: 'Tailwind CSS and PostCSS',
	},
	{
		files: new RegExp( `^(?:babel\\.config\\.(?:${ SCRIPT }|json))$` ),
		readers: 'Babel',
	},
	{ files: /^\.browserslistrc$/, readers: 'Browserslist' },
	{
		files: /^(?:tsconfig|jsconfig)\.json$/,
		readers: 'TypeScript, Vite and esbuild',
	},
	{ files: /^\.git$/, readers: 'Git, husky and Tailwind CSS' },
];

export interface FoundFile {
	name: string;
	readers: string;
	isProject: boolean;
}

/** A folder with files that tools of a build would read. */
export interface Surrounding {
	folder: string;
	found: FoundFile[];
}

/** Lists the names in a folder; none if this user may not look into it. */
function namesIn( folder: string ): string[] {
	try {
		return readdirSync( folder ).toSorted();
	} catch ( error ) {
		if (
			[ 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR' ].includes(
				systemCode( error )
			)
		) {
			return [];
		}
		throw error;
	}
}

/** Vite and other tools create `node_modules` for a cache, also in a folder without a project. */
function hasOnlyCaches( folder: string ): boolean {
	return namesIn( folder ).every(
		( name ) => name.startsWith( '.' ) && name !== '.bin'
	);
}

function filesFor( folder: string ): FoundFile[] {
	return namesIn( folder ).flatMap( ( name ) => {
		const tool = TOOLS.find( ( { files } ) => files.test( name ) );
		return tool &&
			! (
				name === 'node_modules' &&
				hasOnlyCaches( path.join( folder, name ) )
			)
			? [ { name, readers: tool.readers, isProject: !! tool.isProject } ]
			: [];
	} );
}

/** Returns the path without links, also of a folder that does not exist yet: tools see this one. */
function realPath( folder: string ): string {
	try {
		return realpathSync( folder );
	} catch {
		// A folder that cannot be used is reported when the platform claims it.
		const parent = path.dirname( folder );
		return parent === folder
			? folder
			: path.join( realPath( parent ), path.basename( folder ) );
	}
}

/**
 * Looks at a folder and at each folder above it.
 *
 * @return Those with files that tools of a build would read, the innermost first.
 */
export function findSurroundings( folder: string ): Surrounding[] {
	const all: Surrounding[] = [];
	let current = realPath( path.resolve( folder ) );
	for (;;) {
		const found = filesFor( current );
		if ( found.length > 0 ) {
			all.push( { folder: current, found } );
		}
		const parent = path.dirname( current );
		if ( parent === current ) {
			return all;
		}
		current = parent;
	}
}

/** Says what builds read in a folder above their releases. */
export function describeSurrounding( { folder, found }: Surrounding ): string {
	const files = found
		.map( ( { name, readers } ) => `${ name } (read by ${ readers })` )
		.join( ', ' );
	const remedy =
		path.dirname( folder ) === folder
			? 'remove the files'
			: `use a data folder that is not inside of ${ folder }`;
	return `Builds can find files in ${ folder }, which is above their code: ${ files }. The hosting service does not have them, so a build can have another result there. To prevent that, ${ remedy }.`;
}

/**
 * Rejects a data folder inside of a project. A project in the home folder, in the temporary folder or at the root of
 * the system only causes a warning: most folders that a user can choose are below them.
 *
 * @param home The home folder. It may contain a project, and the settings of npm are usual there.
 * @return Warnings about the other files above the data folder.
 * @throws StartError `data-folder`.
 */
export function checkSurroundings(
	{ root, environments }: Folders,
	home = homedir()
): string[] {
	const ignored = [ home, tmpdir() ].map( ( folder ) => realPath( folder ) );
	const surroundings = findSurroundings( environments );
	const project = surroundings.find(
		( { folder, found } ) =>
			found.some( ( { isProject } ) => isProject ) &&
			path.dirname( folder ) !== folder &&
			! ignored.includes( folder )
	);
	if ( project ) {
		const names = project.found
			.filter( ( { isProject } ) => isProject )
			.map( ( { name } ) => name )
			.join( ', ' );
		throw new StartError(
			'data-folder',
			`The data folder ${ root } is inside of the project ${ project.folder } (${ names }). Node.js and other tools would use the files of that project in every build, so a build could succeed here and fail at the hosting service. Nothing was changed. Move the data folder out of the project and name its new place, or leave out --data to use the folder for your user's data.`
		);
	}
	return surroundings
		.map( ( { folder, found } ) => ( {
			folder,
			found:
				folder === realPath( home )
					? found.filter( ( { name } ) => name !== '.npmrc' )
					: found,
		} ) )
		.filter( ( { found } ) => found.length > 0 )
		.map( describeSurrounding );
}

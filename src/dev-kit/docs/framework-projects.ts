/** The projects of `npm test -- --only frameworks`. Their versions are in their package.json only. */
import fs from 'node:fs';
import path from 'node:path';
import { PROJECT } from '../paths.ts';

const FOLDER = path.join( PROJECT, 'test/frameworks/projects' );
/** The folder that is built in a project with workspaces. */
const WORKSPACE = 'apps/web';

interface Manifest {
	description: string;
	packageManager?: string;
	dependencies: Record< string, string >;
}

export interface FrameworkProject {
	/** The name of its folder. */
	name: string;
	folder: string;
	description: string;
	/** Empty for a project without workspaces. */
	rootDirectory: string;
	/** Packages of the registry with their versions, such as `vite 8.3.8`. */
	packages: string[];
}

function readManifest( folder: string ): Partial< Manifest > {
	return JSON.parse(
		fs.readFileSync( path.join( folder, 'package.json' ), 'utf8' )
	) as Partial< Manifest >;
}

function readProject( name: string ): FrameworkProject {
	const folder = path.join( FOLDER, name );
	const { description = name, packageManager } = readManifest( folder );
	const rootDirectory = fs.existsSync( path.join( folder, WORKSPACE ) )
		? WORKSPACE
		: '';
	const { dependencies = {} } = readManifest(
		path.join( folder, rootDirectory )
	);
	return {
		name,
		folder,
		description,
		rootDirectory,
		packages: [
			...( packageManager ? [ packageManager.replace( '@', ' ' ) ] : [] ),
			...Object.entries( dependencies )
				.filter(
					( [ dependency ] ) => ! /^@example\//.test( dependency )
				)
				.map(
					( [ dependency, version ] ) =>
						`${ dependency } ${ version }`
				),
		],
	};
}

export function readFrameworkProjects(): FrameworkProject[] {
	return fs.readdirSync( FOLDER ).sort().map( readProject );
}

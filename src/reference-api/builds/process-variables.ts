/** The environment variables that builds and applications see: never the platform's own. */
import path from 'node:path';
import type { ShellVariable } from '../model/hosting.ts';
import type { NodeBinary } from './node-version.ts';
import { foldersUpTo } from './project-folders.ts';
import type { Manifest } from './project.ts';

/** Variables of the machine that a build needs. None of them contains a secret. */
const INHERITED_VARIABLES = [
	'LANG',
	'LC_ALL',
	'TZ',
	'TMPDIR',
	'HTTP_PROXY',
	'HTTPS_PROXY',
	'NO_PROXY',
	'http_proxy',
	'https_proxy',
	'no_proxy',
	'NODE_EXTRA_CA_CERTS',
	'SSL_CERT_FILE',
	'SSL_CERT_DIR',
	'npm_config_registry',
	'NPM_CONFIG_REGISTRY',
];

export interface VariableOptions {
	environmentId: string;
	shellVariables: readonly ShellVariable[];
	buildId: string;
	/** The unpacked source. */
	release: string;
	/** The folder of it that is built and started. */
	rootDirectory: string;
	/** Address of the linked WordPress, or empty. */
	wordpressUrl: string;
	manifest: Manifest;
	home: string;
	node: NodeBinary;
	/** The environment that the platform itself runs in. */
	platformEnv: NodeJS.ProcessEnv;
}

/** The folders with the commands of an environment, such as a package manager that the machine lacks. */
export function projectBinFolders( home: string ): string {
	return path.join( home, 'bin' );
}

function searchPath( options: VariableOptions ): string {
	const { platformEnv, node, release, rootDirectory, home } = options;
	// A build must not use the tools of the project from which the platform was started.
	const folders = ( platformEnv.PATH ?? '' )
		.split( path.delimiter )
		.filter( ( folder ) => folder && ! /node_modules/.test( folder ) );
	return [
		...foldersUpTo( release, rootDirectory ).map( ( folder ) =>
			path.join( folder, 'node_modules', '.bin' )
		),
		node.folder,
		...folders,
		projectBinFolders( home ),
	].join( path.delimiter );
}

function inheritedVariables(
	platformEnv: NodeJS.ProcessEnv
): Record< string, string > {
	return Object.fromEntries(
		INHERITED_VARIABLES.flatMap( ( name ) => {
			const value = platformEnv[ name ];
			return value === undefined ? [] : [ [ name, value ] ];
		} )
	);
}

/** The variables that `npm run` sets for a script. */
function npmVariables( options: VariableOptions ): Record< string, string > {
	const { manifest, node } = options;
	return {
		npm_config_user_agent: `npm node/v${ node.version }`,
		npm_package_name: manifest.name,
		npm_package_version: manifest.version,
	};
}

function commonVariables( options: VariableOptions ): Record< string, string > {
	const { environmentId, shellVariables, wordpressUrl, home } = options;
	const own = Object.fromEntries(
		shellVariables.map( ( { key, value } ) => [ key, value ] )
	);
	const wordpress: Record< string, string > = wordpressUrl
		? {
				WORDPRESS_URL: wordpressUrl,
				NEXT_PUBLIC_WORDPRESS_URL: wordpressUrl,
			}
		: {};
	return {
		...inheritedVariables( options.platformEnv ),
		...npmVariables( options ),
		NODE_ENV: 'production',
		...wordpress,
		...own,
		PATH: searchPath( options ),
		HOME: home,
		USERPROFILE: home,
		npm_config_cache: path.join( home, '.npm' ),
		npm_config_update_notifier: 'false',
		HEADLESS_METADATA: 'true',
		HEADLESS_METADATA_BUILD_ID: options.buildId,
		HEADLESS_METADATA_ENV_ID: environmentId,
	};
}

export function buildVariables(
	options: VariableOptions
): Record< string, string > {
	const common = commonVariables( options );
	return {
		CI: 'true',
		...( common.ATLAS_BUILD_DEBUG === 'true'
			? { npm_config_loglevel: 'verbose' }
			: {} ),
		...common,
		HEADLESS_METADATA_BUILD: 'true',
	};
}

export function applicationVariables(
	options: VariableOptions,
	port: number
): Record< string, string > {
	return {
		// Only the platform's edge has to reach it. Frameworks listen on every address of the machine unless told.
		HOST: '127.0.0.1',
		HOSTNAME: '127.0.0.1',
		...commonVariables( options ),
		PORT: String( port ),
	};
}

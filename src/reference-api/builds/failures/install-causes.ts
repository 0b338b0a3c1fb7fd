/** Why packages could not be installed, or a script not found, as npm, pnpm and yarn report it. */
import { addCommand, listScripts, UPLOAD_AGAIN } from './failure.ts';
import type { Cause, Failure } from './failure.ts';
import { errorAfter } from './first-error.ts';

function lockDisagrees( lock: string, about: string, run: string ): string {
	const what = about && ` about ${ about }`;
	return `package.json and ${ lock } disagree${ what }. Run ${ run }, ${ UPLOAD_AGAIN }`;
}

function noSuchPackage( name: string, { manager }: Failure ): string {
	return `The registry has no package ${ name }. Correct package.json, run ${ manager } install, ${ UPLOAD_AGAIN }`;
}

function otherNode( wanted: string, actual: string ): string {
	return `The project requires Node.js ${ wanted }, and Node.js ${ actual } is used. Install Node.js ${ wanted } on the machine of the platform, or change engines.node in package.json, then deploy again.`;
}

/** Says that only the first yarn is supported. */
export function newerYarn( version: string ): string {
	return `The platform installs with yarn 1 (classic), and this project is made for ${ version }. Upload it with a package-lock.json instead.`;
}

function missingScript( name: string, { scripts }: Failure ): string {
	return `package.json has no script “${ name }”. ${ listScripts( scripts ) }`;
}

function addHusky( failure: Failure, version: string ): string {
	return addCommand( failure, `--save-dev ${ version }` ).replace(
		'add --save-dev',
		'add --dev'
	);
}

export const INSTALL_CAUSES: readonly Cause[] = [
	{
		tool: 'npm',
		pattern:
			/Missing: (?<missing>\S+) from lock file|Invalid: lock file's \S+ does not satisfy (?<other>\S+)/,
		message: ( { missing, other } ) =>
			lockDisagrees(
				'package-lock.json',
				missing || other || '',
				'npm install'
			),
	},
	{
		tool: 'npm',
		pattern: /can only install packages when your package\.json and/,
		message: () => lockDisagrees( 'package-lock.json', '', 'npm install' ),
	},
	{
		tool: 'yarn',
		pattern: /lockfile needs to be updated.*frozen-lockfile/,
		message: () => lockDisagrees( 'yarn.lock', '', 'yarn install' ),
	},
	{
		tool: 'pnpm',
		pattern:
			/ERR_PNPM_OUTDATED_LOCKFILE(?:[^]{0,2000}?^\s*(?:\* )?- (?<name>\S+) \(lockfile: \S+, manifest: (?<range>[^)]+)\))?/,
		message: ( { name, range } ) =>
			lockDisagrees(
				'pnpm-lock.yaml',
				name ? `${ name }@${ range }` : '',
				'pnpm install'
			),
	},
	{
		tool: 'yarn',
		pattern:
			/"packageManager": "(?<version>yarn@[^"]+)"|(?:Unknown token|Invalid value type).*yarn\.lock/,
		message: ( { version } ) => newerYarn( version || 'a newer yarn' ),
	},
	{
		tool: 'yarn',
		pattern: /Invalid option name \("--(?:production|frozen-lockfile)/,
		message: () => newerYarn( 'a newer yarn' ),
	},
	{
		tool: 'pnpm',
		pattern:
			/ERR_PNPM_WORKSPACE_PKG_NOT_FOUND[^]{0,2000}?"?(?<missing>@?[\w./-]+)@workspace:|Failed to resolve (?<name>@?[\w./-]+)@workspace:/,
		message: ( { missing, name } ) =>
			`package.json names the package “${
				missing || name
			}” of the workspace, which the upload does not contain. Upload the whole workspace, and set the environment’s root directory to the folder of the application.`,
	},
	{
		tool: 'pnpm',
		pattern: /Ignored build scripts: (?<names>[^\n]+)/,
		message: ( { names = '' }, { lines } ) =>
			lines.some( ( line ) => line.includes( 'ERR_PNPM_IGNORED_BUILDS' ) )
				? `pnpm does not run the install scripts of ${ names.replace(
						/\.$/,
						''
					) }. Run pnpm approve-builds, which writes your decision to pnpm-workspace.yaml, ${ UPLOAD_AGAIN }`
				: null,
	},
	{
		tool: 'npm and pnpm',
		pattern:
			/No matching version found for (?<name>@?[\w./-]+@[^\s]+?)\.?(?:\s|$)|Failed to resolve (?<resolved>@?[\w./-]+@\S+)$/,
		message: ( { name, resolved }, failure ) =>
			noSuchPackage( name || resolved || '', failure ),
	},
	{
		tool: 'yarn',
		pattern:
			/Couldn't find any versions for "(?<name>[^"]+)" that matches "(?<range>[^"]+)"/,
		message: ( { name, range }, failure ) =>
			noSuchPackage( `${ name }@${ range }`, failure ),
	},
	{
		tool: 'yarn',
		pattern: /Couldn't find package "(?<name>[^"]+)"/,
		message: ( { name = '' }, failure ) => noSuchPackage( name, failure ),
	},
	{
		tool: 'npm and pnpm',
		pattern:
			/(?:^| )['"]?(?<name>@?[\w./-]+(?:@[^\s'"]+)?)['"]? (?:is not in (?:this|the npm) registry|could not be found or you do not have permission)/,
		message: ( { name = '' }, failure ) => noSuchPackage( name, failure ),
	},
	{
		tool: 'npm',
		pattern: /code (?<code>E401|E403)\b/,
		message: ( { code } ) =>
			`The registry refused access (${ code }). Add the token to .npmrc as \${NPM_TOKEN}, and set the shell variable NPM_TOKEN.`,
	},
	{
		tool: 'npm',
		pattern:
			/code ERESOLVE(?:[^]{0,2000}?^Found: (?<found>\S+)[^]{0,2000}?^peer (?<peer>\S+@"[^"]+") from (?<by>\S+))?/,
		message: ( { found, peer = '', by } ) =>
			`The packages have conflicting dependencies${
				found &&
				`: ${ by } needs ${ peer.replaceAll(
					'"',
					''
				) }, and the project has ${ found }`
			}. Run npm install on your machine and fix the conflict, then upload again with package-lock.json.`,
	},
	{
		tool: 'npm',
		pattern:
			/Not compatible with your version of node\/npm: (?<name>\S+)[^]{0,2000}?Required: \{"node":"(?<wanted>[^"]+)"[^]{0,2000}?Actual:\s+\{"node":"v?(?<actual>[^"]+)"/,
		message: ( { name, wanted = '', actual = '' } ) =>
			name === 'undefined'
				? otherNode( wanted, actual )
				: `The package ${ name } requires Node.js ${ wanted }, and Node.js ${ actual } is used. Set engines.node in package.json to a version that all packages support, ${ UPLOAD_AGAIN }`,
	},
	{
		tool: 'yarn',
		pattern:
			/(?<name>\S+): The engine "node" is incompatible with this module\. Expected version "(?<wanted>[^"]+)"\. Got "(?<actual>[^"]+)"/,
		message: ( { wanted = '', actual = '' } ) =>
			otherNode( wanted, actual ),
	},
	{
		tool: 'pnpm',
		pattern:
			/ERR_PNPM_UNSUPPORTED_ENGINE[^]{0,2000}?Expected version: (?<wanted>[^\n]+)[^]{0,2000}?Got: v?(?<actual>\S+)/,
		message: ( { wanted = '', actual = '' } ) =>
			otherNode( wanted.trim(), actual ),
	},
	{
		tool: 'npm',
		pattern: /code EBADENGINE/,
		message: () =>
			`A package requires another version of Node.js. Set engines.node in package.json to a version that all packages support, ${ UPLOAD_AGAIN }`,
	},
	{
		tool: 'npm',
		pattern:
			/code EJSONPARSE(?:[^]{0,2000}?Invalid (?<file>\S+): [^]{0,2000}?\(line (?<line>\d+)|[^])/,
		message: ( { file, line } ) =>
			`${
				file
					? `${ file } is not valid JSON (line ${ line })`
					: 'package.json or package-lock.json is not valid JSON'
			}. Correct it, ${ UPLOAD_AGAIN }`,
	},
	{
		tool: 'npm',
		pattern: /JSON\.parse Failed to parse/,
		message: () =>
			`package.json or package-lock.json is not valid JSON. Correct it, ${ UPLOAD_AGAIN }`,
	},
	{
		tool: 'npm',
		pattern: /Unsupported URL Type "workspace:"/,
		message: () =>
			`package.json names a package as “workspace:”, which npm does not support. Upload the whole workspace with its pnpm-lock.yaml or yarn.lock, or name a version, ${ UPLOAD_AGAIN }`,
	},
	{
		tool: 'npm',
		pattern:
			/command git .*?(?:ls-remote|clone)[^\n]* (?<url>(?:ssh|git|https?):\S+|git@\S+)/,
		message: ( { url } ) =>
			`The Git repository ${ url } could not be read. Use a version from the registry, or an address that needs no key, in package.json. Run npm install, ${ UPLOAD_AGAIN }`,
	},
	{
		tool: 'npx',
		pattern: /request to \S+\/(?<manager>pnpm|yarn) failed, reason/,
		message: ( { manager } ) =>
			`${ manager } is not installed on this machine, and the registry could not be reached to fetch it. Run npm install --global ${ manager } on the machine of the platform, then deploy again.`,
	},
	{
		tool: 'npm',
		pattern: /request to (?<registry>https?:\/\/[^/\s]+)\S* failed, reason/,
		message: ( { registry } ) =>
			`The registry ${ registry } could not be reached. Check the network and the proxy (HTTPS_PROXY), then deploy again.`,
	},
	{
		tool: 'npm and pnpm',
		pattern:
			/Missing script: "?(?<name>[^"\n]+)"?|ERR_PNPM_NO_SCRIPT\]?[^\n]*Missing script: "?(?<script>[^"\n]+)"?/,
		message: ( { name, script }, failure ) =>
			missingScript( name || script || '', failure ),
	},
	{
		tool: 'yarn',
		pattern: /^error Command "(?<name>[^"]+)" not found/,
		message: ( { name = '' }, failure ) => missingScript( name, failure ),
	},
	{
		tool: 'npm',
		pattern: /No workspaces found:?\s+--workspace=(?<name>\S+)/,
		message: ( { name } ) =>
			`package.json has no workspace “${ name }”. Correct the script or “workspaces” in package.json, ${ UPLOAD_AGAIN }`,
	},
	{
		tool: 'node-gyp',
		pattern: /gyp ERR!.*related to network connectivity/,
		message: () =>
			'A package has to be compiled, and the headers of Node.js could not be downloaded. Check the network and the proxy (HTTPS_PROXY), then deploy again.',
	},
	{
		tool: 'node-gyp',
		pattern: /gyp ERR!/,
		message: () =>
			'A package has to be compiled, but Python, make or a C++ compiler is missing. Install them, then deploy again.',
	},
	{
		tool: 'husky',
		pattern:
			/(?:^|\s)sh: (?:\d+: |line \d+: )?husky: (?:command )?not found/,
		message: ( _groups, failure ) =>
			`The script “prepare” runs husky, which is not installed. Run ${ addHusky(
				failure,
				'husky'
			) }, or change “prepare” to “husky || true”, ${ UPLOAD_AGAIN }`,
	},
	{
		tool: 'npm',
		pattern: /^path \S*node_modules\/(?<name>(?:@[^/\s]+\/)?[^/\s]+)$/,
		message: ( { name }, failure, output ) =>
			`The package “${ name }” could not be installed. ${ errorAfter(
				output,
				`node_modules/${ name }`,
				failure
			) }`,
	},
];

/** Of tools that need Git. Many print this and go on. */
export const GIT_CAUSES: readonly Cause[] = [
	{
		tool: 'husky 8',
		pattern: /husky - \.git can't be found/,
		message: () =>
			'An upload contains no .git folder, and husky needs one. Set the shell variable HUSKY to 0, then deploy again.',
	},
	{
		// They ignore the variable HUSKY.
		tool: 'husky 5 to 7',
		pattern: /\.git can't be found \(see/,
		message: ( _groups, failure ) =>
			`An upload contains no .git folder, and this version of husky needs one. Run ${ addHusky(
				failure,
				'husky@9'
			) }, ${ UPLOAD_AGAIN }`,
	},
	{
		tool: 'Git',
		pattern:
			/(?:fatal: not (?:a git repository|in a git directory)|must be run in a git repo|can't find (?:a )?\.git)/i,
		message: () =>
			'An upload contains no .git folder, and a script needs one. Make the script continue without Git, for example by “|| true”, then deploy again.',
	},
];

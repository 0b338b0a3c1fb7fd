/** The version of the project stands in several files, because npm, WordPress and the plugin directory read it there. */
import fs from 'node:fs';
import path from 'node:path';
import semver from 'semver';
import { KitError } from './kit-error.ts';

interface Place {
	file: string;
	/** Matches the version only, each time that the file names it. */
	pattern: RegExp;
}

export interface FoundVersion {
	file: string;
	version: string;
}

const CHANGELOG = 'CHANGELOG.md';
const README = 'readme.txt';
const UNRELEASED = '## [Unreleased]\n';

const PLACES: readonly Place[] = [
	...[ 'package.json', 'package-lock.json' ].map( ( file ) => ( {
		file,
		pattern: /(?<="name": "headless-deploy",\n\s+"version": ")[^"]+/g,
	} ) ),
	{ file: 'plugin.php', pattern: /(?<=^ \* Version:\s+)\S+/gm },
	{ file: 'plugin.php', pattern: /(?<=^const VERSION\s+= ')[^']+/gm },
	{ file: README, pattern: /(?<=^Stable tag: )\S+/gm },
];

/** The name of the file that `npm pack` makes. */
const ARCHIVE = /(?<=headless-deploy-)\d+\.\d+\.\d+(?=\.tgz)/g;

function read( project: string, file: string ): string {
	return fs.readFileSync( path.join( project, file ), 'utf8' );
}

function allPlaces( project: string ): Place[] {
	const documents = fs
		.readdirSync( path.join( project, 'docs' ) )
		.filter( ( name ) => name.endsWith( '.md' ) )
		.map( ( name ) => `docs/${ name }` );
	const archives = [ 'README.md', ...documents ]
		.filter( ( file ) => read( project, file ).search( ARCHIVE ) >= 0 )
		.map( ( file ) => ( { file, pattern: ARCHIVE } ) );
	return [ ...PLACES, ...archives ];
}

/** @throws {KitError} If a place names no version. */
export function findVersions( project: string ): FoundVersion[] {
	return allPlaces( project ).flatMap( ( { file, pattern } ) => {
		const found = read( project, file ).match( pattern ) ?? [];
		if ( found.length === 0 ) {
			throw new KitError(
				`${ file } does not name the version where it is expected.`,
				`add the version to ${ file }, or change src/dev-kit/version-places.ts`
			);
		}
		return found.map( ( version ) => ( { file, version } ) );
	} );
}

/** The changelog with a heading for the new version above the unreleased changes. */
function releaseChangelog(
	text: string,
	version: string,
	date: string
): string {
	const [ before = '', after ] = text.split( UNRELEASED );
	if ( after === undefined ) {
		throw new KitError(
			`${ CHANGELOG } has no heading “${ UNRELEASED.trim() }”.`,
			'add the heading above the changes since the last version'
		);
	}
	if ( after.includes( `## [${ version }]` ) ) {
		throw new KitError(
			`${ CHANGELOG } already contains version ${ version }.`,
			'choose a higher version'
		);
	}
	const [ changes = '' ] = after.split( '\n## [' );
	if ( ! /^- /m.test( changes ) ) {
		throw new KitError(
			`${ CHANGELOG } has no unreleased changes.`,
			'add what users get in this version below “Unreleased”'
		);
	}
	return `${ before }${ UNRELEASED }\n## [${ version }] - ${ date }\n${ after }`;
}

/** readme.txt with an entry for the new version, which is empty unless somebody has written it already. */
function releaseReadme( text: string, version: string ): string {
	return text.includes( `\n= ${ version } =\n` )
		? text
		: text.replace(
				'== Changelog ==\n',
				`== Changelog ==\n\n= ${ version } =\n`
			);
}

function checkVersion( version: string, current: string ): void {
	const next = `for example npm run set-version -- ${ semver.inc(
		current,
		'minor'
	) }`;
	if ( ! /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test( version ) ) {
		throw new KitError( `“${ version }” is not three numbers.`, next );
	}
	if ( semver.lt( version, current ) ) {
		throw new KitError(
			`${ version } is lower than the current version, ${ current }.`,
			next
		);
	}
}

/**
 * Writes nothing unless all files can be changed.
 *
 * @param  version For example “1.2.0”. The current version is allowed until the changelog contains it.
 * @param  date    The date of the release, as “2026-01-31”.
 * @return The changed files, sorted.
 * @throws {KitError} If the version or a file is not as expected.
 */
export function setVersion(
	project: string,
	version: string,
	date: string
): string[] {
	const [ current ] = findVersions( project );
	checkVersion( version, current?.version ?? '' );
	const texts = new Map( [
		[
			CHANGELOG,
			releaseChangelog( read( project, CHANGELOG ), version, date ),
		],
		[ README, releaseReadme( read( project, README ), version ) ],
	] );
	for ( const { file, pattern } of allPlaces( project ) ) {
		const text = texts.get( file ) ?? read( project, file );
		texts.set( file, text.replace( pattern, version ) );
	}
	const changed = [ ...texts ].filter(
		( [ file, text ] ) => text !== read( project, file )
	);
	for ( const [ file, text ] of changed ) {
		fs.writeFileSync( path.join( project, file ), text );
	}
	return changed.map( ( [ file ] ) => file ).sort();
}

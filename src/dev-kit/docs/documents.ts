import fs from 'node:fs';
import path from 'node:path';
import { listFiles } from '../files.ts';
import { PROJECT } from '../paths.ts';
import { LIMITS } from '../../reference-api/lib/limits.ts';
import { readFrameworkProjects } from './framework-projects.ts';
import { findHooks } from './hooks.ts';
import { forwardedRoutes } from './host-requests.ts';
import type { PlatformRoute } from './platform-routes.ts';
import type { SharedFact } from './server-facts.ts';
import { makeTable, replacePart } from './tables.ts';
import type { Generated, Row, Table } from './tables.ts';
import { triedPlugins } from './tried-plugins.ts';
import type { SchemaUse } from './wire-types.ts';

/** The output of facts.php, and the routes of the platform. */
export interface Facts {
	/** The commands of WP-CLI, by name. */
	commands: Record< string, { synopsis: string; text: string } >;
	routes: {
		method: string;
		path: string;
		capability: string | null;
		/** Class and method, for example `Runs\Runs_Controller::list()`. */
		handler: string;
	}[];
	errors: {
		code: string;
		/** Empty if a route responds with the code; `run`, or a field. */
		foundIn: string;
		status: string;
		message: string;
	}[];
	capabilities: Record< string, string[] >;
	/** Requests that the plugin forwards to the host, by their `operationId`. */
	forwarded: string[];
	schemas: SchemaUse[];
	sharedFacts: SharedFact[];
	/** Constants of classes, with their unit. */
	limits: { name: string; value: string }[];
	/** What is watched: the source of each post type, the tag of each option, the meaning of each tag. */
	watched: {
		sources: string[];
		types: Record< string, string >;
		taxonomies: string[];
		options: Record< string, string >;
		tags: Record< string, string >;
	};
	platform: PlatformRoute[];
}

type Generator = ( facts: Facts ) => Table;

const ROLES = [ 'administrator', 'editor', 'author' ];
const PREFIX = 'headless_deploy_';

/** The places where the plugin reads a constant of wp-config.php. */
const CONSTANT =
	/(?:defined\(|constant\(|const \w+\s*=|=>)\s*'(HEADLESS_DEPLOY_[A-Z_]+)'/g;

/** Environment variables. */
const VARIABLE = /\b(HEADLESS_DEPLOY_[A-Z_]+)\b/g;

/** Names in the format of environment variables that are none. */
const OTHER_NAMES = [ 'HEADLESS_DEPLOY_FILE', 'HEADLESS_DEPLOY_VERSION' ];

function sources( folders: string[], endings: string[] ): string[] {
	return folders.flatMap( ( folder ) =>
		listFiles( path.join( PROJECT, folder ), [ 'node_modules' ] )
			.filter( ( name ) =>
				endings.some( ( ending ) => name.endsWith( ending ) )
			)
			.map( ( name ) =>
				fs.readFileSync( path.join( PROJECT, folder, name ), 'utf8' )
			)
	);
}

/**
 * Finds names in sources, sorted, each once.
 *
 * @param pattern Its first group is the name.
 */
function namesIn( texts: string[], pattern: RegExp ): string[] {
	const names = texts.flatMap( ( text ) =>
		[ ...text.matchAll( pattern ) ].map( ( [ , name = '' ] ) => name )
	);
	return [ ...new Set( names ) ].sort();
}

const readTestData = ( file: string ): unknown =>
	JSON.parse( fs.readFileSync( path.join( PROJECT, 'test', file ), 'utf8' ) );

/** The exceptions of the freshness test. */
function readChangesWithoutRun(): { change: string; reason: string }[] {
	const { withoutRun } = readTestData( 'contract/changes-and-runs.json' ) as {
		withoutRun: { change: string; reason: string }[];
	};
	return withoutRun;
}

/** The proofs of the freshness test, by what shows the mutation. */
function readProofs(): Map< string, object[] > {
	const proofs = readTestData( 'freshness/mutations.json' ) as Record<
		string,
		object
	>;
	return Map.groupBy( Object.values( proofs ), ( proof ) =>
		'test' in proof ? 'test' : 'kind'
	);
}

const NUMBER = new Intl.NumberFormat( 'en' );
const code = ( word: string ): string => `\`${ word }\``;
const described = ( name: string ): Row => [ code( name ), null ];

/** A reason why a response lives shortly. */
const SHORT_LIFETIME = /->shorten\( ["']([^"']+)["'] \)/g;

/** Replaces variables of PHP by their names in capitals. */
const inCapitals = ( text: string ): string =>
	text.replace( /\$(\w+)/g, ( _whole, name: string ) => name.toUpperCase() );

const listed = ( what: string, names: readonly string[] ): string =>
	`${ what } ${ names.map( code ).join( ', ' ) }.`;

/** Folders of a folder, one row each. */
const folderRows = ( folder: string ): Row[] =>
	fs
		.readdirSync( path.join( PROJECT, folder ), { withFileTypes: true } )
		.filter( ( entry ) => entry.isDirectory() )
		.map( ( { name } ) => described( name ) );

const CODE = /(?<!\.d)\.(php|tsx?|mjs|cjs)$/;

/** The folders below a folder and itself, one row each, with the files of their code. */
function fileRows( folder: string ): Row[] {
	const names = listFiles( path.join( PROJECT, folder ), [ 'node_modules' ] )
		.filter( ( name ) => CODE.test( name ) )
		.map( ( name ) => path.join( folder, name ) );
	const byFolder = Map.groupBy( names, path.dirname );
	return [ ...byFolder.keys() ].sort().map( ( name ) => [
		code( name ),
		( byFolder.get( name ) ?? [] )
			.map( ( file ) => path.basename( file ) )
			.sort()
			.join( ', ' ),
	] );
}

/** The enums of PHP whose values are stored, sent or shown, one row each. */
function enumRows(): Row[] {
	return sources( [ 'includes' ], [ '.php' ] )
		.flatMap( ( source ): Row[] => {
			const name = /^enum (\w+): string/m.exec( source )?.[ 1 ];
			const values = [
				...source.matchAll( /^\tcase \w+\s*= '([^']+)'/gm ),
			].map( ( [ , value = '' ] ) => code( value ) );
			return name === undefined
				? []
				: [ [ code( name ), values.join( ', ' ), null ] ];
		} )
		.sort( ( [ one ], [ other ] ) => one.localeCompare( other ) );
}

/** What a refresh says when an option with a tag changes. */
const changeOf = ( tag: string ): string =>
	tag === 'site' ? 'the scope `all`' : 'the tag `option-NAME`';

/** Routes below /settings, or the others. */
const routesOf = ( facts: Facts, isSetting: boolean ) =>
	facts.routes
		.filter(
			( route ) => route.path.startsWith( '/settings' ) === isSetting
		)
		.map( ( route ) => ( {
			...route,
			key: code( `${ route.method } ${ route.path }` ),
		} ) );

const errorsOf = (
	{ errors }: Facts,
	isMeant: ( foundIn: string ) => boolean
): Facts[ 'errors' ] => errors.filter( ( { foundIn } ) => isMeant( foundIn ) );

/** Document → part → generator. */
export const DOCUMENTS: Record< string, Record< string, Generator > > = {
	'architecture.md': {
		'folders of the plugin': () => ( {
			head: [ 'folder', 'content' ],
			rows: folderRows( 'includes' ),
		} ),
		'folders of the TypeScript code': () => ( {
			head: [ 'folder', 'content' ],
			rows: folderRows( 'src' ),
		} ),
	},
	'files.md': {
		files: () => ( {
			head: [ 'folder', 'files' ],
			rows: [ 'includes', 'src' ].flatMap( fileRows ),
		} ),
	},
	'glossary.md': {
		values: () => ( {
			head: [ 'enum', 'values', 'of' ],
			rows: enumRows(),
		} ),
	},
	'reference-api.md': {
		folders: () => ( {
			head: [ 'folder', 'content' ],
			rows: folderRows( 'src/reference-api' ),
		} ),
	},
	'rest.md': {
		'routes below /settings': ( facts ) => ( {
			head: [ 'route', 'does', 'handled by' ],
			rows: routesOf( facts, true ).map( ( { key, handler } ) => [
				key,
				null,
				code( handler ),
			] ),
		} ),
		'other routes': ( facts ) => ( {
			head: [ 'route', 'capability', 'does', 'handled by' ],
			rows: routesOf( facts, false ).map(
				( { key, capability, handler } ) => [
					key,
					capability?.replace( PREFIX, '' ) ?? null,
					null,
					code( handler ),
				]
			),
		} ),
		'forwarded requests': ( facts ) => ( {
			head: [ 'request', 'operation' ],
			rows: forwardedRoutes( facts ).map(
				( { method, path: at, id } ) => [
					code( `${ method } ${ at }` ),
					code( id ),
				]
			),
		} ),
		capabilities: ( { capabilities } ) => ( {
			head: [ 'capability', ...ROLES ],
			rows: Object.entries( capabilities ).map( ( [ name, roles ] ) => [
				code( name ),
				...ROLES.map( ( role ) =>
					roles.includes( role ) ? 'yes' : ''
				),
			] ),
		} ),
	},
	'cli.md': {
		'commands of WP-CLI': ( { commands } ) => ( {
			head: [ 'command', 'does' ],
			rows: Object.entries( commands ).map(
				( [ name, { synopsis, text } ] ) => [
					code( `${ name } ${ synopsis }`.trim() ),
					text,
				]
			),
		} ),
	},
	'error-codes.md': {
		'errors of routes': ( facts ) => ( {
			head: [ 'code', 'status', 'message' ],
			rows: errorsOf( facts, ( foundIn ) => foundIn === '' ).map(
				( error ) => [ code( error.code ), error.status, error.message ]
			),
		} ),
		'errors of calls': ( facts ) => ( {
			head: [ 'code', 'message' ],
			rows: errorsOf( facts, ( foundIn ) => foundIn === 'run' ).map(
				( error ) => [ code( error.code ), error.message ]
			),
		} ),
		'codes in fields': ( facts ) => ( {
			head: [ 'code', 'field', 'message' ],
			rows: errorsOf(
				facts,
				( foundIn ) => ! [ '', 'run' ].includes( foundIn )
			).map( ( error ) => [
				code( error.code ),
				error.foundIn,
				error.message,
			] ),
		} ),
	},
	'changes.md': {
		'changes without a run': () => ( {
			head: [ 'change', 'why it starts no run' ],
			rows: readChangesWithoutRun().map( ( { change, reason } ) => [
				change,
				reason,
			] ),
		} ),
		sources: ( { watched } ) => ( {
			head: [ 'source', 'changes', 'not changes' ],
			rows: watched.sources.map( ( source ) => [
				code( source ),
				null,
				null,
			] ),
		} ),
		'watched objects': ( { watched } ) => ( {
			head: [ 'source', 'of WordPress itself' ],
			rows: [
				...[ ...new Set( Object.values( watched.types ) ) ].map(
					( source ): Row => [
						code( source ),
						listed(
							'Post types',
							Object.keys( watched.types ).filter(
								( type ) => watched.types[ type ] === source
							)
						),
					]
				),
				[ code( 'terms' ), listed( 'Taxonomies', watched.taxonomies ) ],
			],
		} ),
	},
	'freshness-test.md': {
		proofs: () => ( {
			head: [ 'proof', 'shows the mutation', 'mutations' ],
			rows: [ ...readProofs() ].map( ( [ proof, mutations ] ) => [
				code( proof ),
				null,
				String( mutations.length ),
			] ),
		} ),
	},
	'refresh.md': {
		tags: ( { watched } ) => ( {
			head: [ 'tag', 'stands for' ],
			rows: Object.entries( watched.tags ).map( ( [ tag, meaning ] ) => [
				code( tag ),
				meaning,
			] ),
		} ),
		'watched options': ( { watched } ) => ( {
			head: [ 'change', 'options' ],
			rows: [
				...new Set( Object.values( watched.options ).map( changeOf ) ),
			].map( ( change ) => [
				change,
				Object.entries( watched.options )
					.filter( ( [ , tag ] ) => changeOf( tag ) === change )
					.map( ( [ name ] ) => code( name ) )
					.join( ', ' ),
			] ),
		} ),
		'short-lived responses': () => ( {
			head: [ 'reason', 'when' ],
			rows: namesIn(
				sources( [ 'includes/Refresh' ], [ '.php' ] ),
				SHORT_LIFETIME
			).map( ( reason ) => described( inCapitals( reason ) ) ),
		} ),
	},
	'scale.md': {
		limits: ( { limits } ) => ( {
			head: [ 'limit', 'value', 'of', 'beyond' ],
			rows: limits.map( ( { name, value } ) => [
				code( name ),
				value,
				null,
				null,
			] ),
		} ),
	},
	'reference-api-routes.md': {
		'routes of the platform': ( { platform } ) => ( {
			head: [ 'route', 'does', 'statuses' ],
			rows: platform.map( ( { method, path: at, summary, statuses } ) => [
				code( `${ method } ${ at }` ),
				summary,
				statuses.join( ', ' ),
			] ),
		} ),
	},
	'reference-api-builds.md': {
		frameworks: () => ( {
			head: [ 'project', 'versions' ],
			rows: readFrameworkProjects().map(
				( { description, packages } ) => [
					description,
					packages.join( ', ' ),
				]
			),
		} ),
	},
	'reference-api-access.md': {
		settings: () => ( {
			head: [ 'name', 'default', 'range', 'meaning' ],
			rows: Object.entries( LIMITS ).map( ( [ name, setting ] ) => [
				code( name ),
				`${ NUMBER.format( setting.default ) } ${ setting.unit }`,
				`${ NUMBER.format( setting.min ) } to ${ NUMBER.format( setting.max ) }`,
				setting.description,
			] ),
		} ),
	},
	'hooks.md': {
		hooks: () => ( {
			head: [ 'hook', 'kind', 'parameters', 'description' ],
			rows: findHooks( sources( [ 'includes' ], [ '.php' ] ) ).map(
				( hook ) => [
					code( hook.name ),
					hook.kind,
					hook.parameters
						.map( ( one ) => code( one.replaceAll( '|', '\\|' ) ) )
						.join( ', ' ),
					hook.summary || null,
				]
			),
		} ),
		'cron events': () => ( {
			head: [ 'event', 'when', 'does' ],
			rows: namesIn(
				sources( [ 'includes' ], [ '.php' ] ),
				/_EVENT\s*=\s*'(headless_deploy_[a-z_]+)'/g
			).map( ( name ) => [ code( name ), null, null ] ),
		} ),
	},
	'compatibility.md': {
		'tried plugins': () => ( {
			head: [
				'plugin',
				'version',
				'WordPress',
				'saves',
				'requests',
				'compared saves',
				'statements of a publish',
				'result',
			],
			rows: triedPlugins(),
		} ),
	},
	'constants.md': {
		constants: () => ( {
			head: [ 'constant', 'meaning' ],
			rows: namesIn(
				sources( [ 'includes' ], [ '.php' ] ),
				CONSTANT
			).map( described ),
		} ),
		'environment variables': () => {
			const constants = namesIn(
				sources( [ 'includes' ], [ '.php' ] ),
				VARIABLE
			);
			const variables = namesIn(
				sources( [ 'src/dev-kit', 'test' ], [ '.ts', '.mjs', '.php' ] ),
				VARIABLE
			);
			return {
				head: [ 'variable', 'meaning' ],
				rows: variables
					.filter(
						( name ) =>
							! [ ...constants, ...OTHER_NAMES ].includes( name )
					)
					.map( described ),
			};
		},
	},
};

/** @return The text, and the rows with an empty description. */
export function makeDocument(
	name: string,
	text: string,
	facts: Facts
): Generated {
	const undescribed: string[] = [];
	for ( const [ part, make ] of Object.entries( DOCUMENTS[ name ] ?? {} ) ) {
		const generated = replacePart( text, part, ( before ) =>
			makeTable( before, make( facts ) )
		);
		text = generated.text;
		undescribed.push( ...generated.undescribed );
	}
	return { text, undescribed };
}

import fs from 'node:fs';
import path from 'node:path';
import { listFiles } from '../files.ts';
import { PROJECT } from '../paths.ts';
import { LIMITS } from '../../reference-api/lib/limits.ts';
import { readFrameworkProjects } from './framework-projects.ts';
import { findHooks } from './hooks.ts';
import { forwardedRoutes } from './host-requests.ts';
import type { PlatformRoute } from './platform-routes.ts';
import { makeTable, replacePart } from './tables.ts';
import type { Generated, Row } from './tables.ts';
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

type Generator = ( before: string, facts: Facts ) => Generated;

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

/** The exceptions of the freshness test. */
function readChangesWithoutRun(): { change: string; reason: string }[] {
	const { withoutRun } = JSON.parse(
		fs.readFileSync(
			path.join( PROJECT, 'test/contract/changes-and-runs.json' ),
			'utf8'
		)
	) as { withoutRun: { change: string; reason: string }[] };
	return withoutRun;
}

const NUMBER = new Intl.NumberFormat( 'en' );
const code = ( word: string ): string => `\`${ word }\``;
const described = ( name: string ): Row => ( {
	key: code( name ),
	cells: [ null ],
} );

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
	return [ ...byFolder.keys() ].sort().map( ( name ) => ( {
		key: code( name ),
		cells: [
			( byFolder.get( name ) ?? [] )
				.map( ( file ) => path.basename( file ) )
				.sort()
				.join( ', ' ),
		],
	} ) );
}

/** The enums of PHP whose values are stored, sent or shown, one row each. */
function enumRows(): Row[] {
	return sources( [ 'includes' ], [ '.php' ] )
		.flatMap( ( source ) => {
			const name = /^enum (\w+): string/m.exec( source )?.[ 1 ];
			const values = [
				...source.matchAll( /^\tcase \w+\s*= '([^']+)'/gm ),
			].map( ( [ , value = '' ] ) => code( value ) );
			return name === undefined
				? []
				: [
						{
							key: code( name ),
							cells: [ values.join( ', ' ), null ],
						},
					];
		} )
		.sort( ( one, other ) => one.key.localeCompare( other.key ) );
}

/** What a refresh says when an option with a tag changes. */
const changeOf = ( tag: string ): string =>
	tag === 'site' ? 'the scope `all`' : 'the tag `option-NAME`';

/**
 * @param isSetting      Whether the routes below /settings are meant, or the others.
 * @param withCapability Whether there is a column for the capability.
 */
function routeRows(
	facts: Facts,
	isSetting: boolean,
	withCapability: boolean
): Row[] {
	return facts.routes
		.filter(
			( route ) => route.path.startsWith( '/settings' ) === isSetting
		)
		.map( ( { method, path: at, capability, handler } ) => ( {
			key: code( `${ method } ${ at }` ),
			cells: withCapability
				? [
						capability?.replace( PREFIX, '' ) ?? null,
						null,
						code( handler ),
					]
				: [ null, code( handler ) ],
		} ) );
}

/** Document → part → generator. */
export const DOCUMENTS: Record< string, Record< string, Generator > > = {
	'architecture.md': {
		'folders of the plugin': ( before ) =>
			makeTable(
				before,
				[ 'folder', 'content' ],
				folderRows( 'includes' )
			),
		'folders of the TypeScript code': ( before ) =>
			makeTable( before, [ 'folder', 'content' ], folderRows( 'src' ) ),
	},
	'files.md': {
		files: () =>
			makeTable(
				'',
				[ 'folder', 'files' ],
				[ 'includes', 'src' ].flatMap( fileRows )
			),
	},
	'glossary.md': {
		values: ( before ) =>
			makeTable( before, [ 'enum', 'values', 'of' ], enumRows() ),
	},
	'reference-api.md': {
		folders: ( before ) =>
			makeTable(
				before,
				[ 'folder', 'content' ],
				folderRows( 'src/reference-api' )
			),
	},
	'rest.md': {
		'routes below /settings': ( before, facts ) =>
			makeTable(
				before,
				[ 'route', 'does', 'handled by' ],
				routeRows( facts, true, false )
			),
		'other routes': ( before, facts ) =>
			makeTable(
				before,
				[ 'route', 'capability', 'does', 'handled by' ],
				routeRows( facts, false, true )
			),
		'forwarded requests': ( _before, facts ) =>
			makeTable(
				'',
				[ 'request', 'operation' ],
				forwardedRoutes( facts ).map(
					( { method, path: at, id } ) => ( {
						key: code( `${ method } ${ at }` ),
						cells: [ code( id ) ],
					} )
				)
			),
		capabilities: ( before, facts ) =>
			makeTable(
				before,
				[ 'capability', ...ROLES ],
				Object.entries( facts.capabilities ).map(
					( [ name, roles ] ) => ( {
						key: code( name ),
						cells: ROLES.map( ( role ) =>
							roles.includes( role ) ? 'yes' : ''
						),
					} )
				)
			),
	},
	'cli.md': {
		'commands of WP-CLI': ( _before, facts ) =>
			makeTable(
				'',
				[ 'command', 'does' ],
				Object.entries( facts.commands ).map(
					( [ name, { synopsis, text } ] ) => ( {
						key: code( `${ name } ${ synopsis }`.trim() ),
						cells: [ text ],
					} )
				)
			),
	},
	'error-codes.md': {
		'errors of routes': ( _before, facts ) =>
			makeTable(
				'',
				[ 'code', 'status', 'message' ],
				facts.errors
					.filter( ( error ) => error.foundIn === '' )
					.map( ( error ) => ( {
						key: code( error.code ),
						cells: [ error.status, error.message ],
					} ) )
			),
		'errors of calls': ( _before, facts ) =>
			makeTable(
				'',
				[ 'code', 'message' ],
				facts.errors
					.filter( ( error ) => error.foundIn === 'run' )
					.map( ( error ) => ( {
						key: code( error.code ),
						cells: [ error.message ],
					} ) )
			),
		'codes in fields': ( _before, facts ) =>
			makeTable(
				'',
				[ 'code', 'field', 'message' ],
				facts.errors
					.filter(
						( error ) => ! [ '', 'run' ].includes( error.foundIn )
					)
					.map( ( error ) => ( {
						key: code( error.code ),
						cells: [ error.foundIn, error.message ],
					} ) )
			),
	},
	'changes.md': {
		'changes without a run': () =>
			makeTable(
				'',
				[ 'change', 'why it starts no run' ],
				readChangesWithoutRun().map( ( { change, reason } ) => ( {
					key: change,
					cells: [ reason ],
				} ) )
			),
		sources: ( before, { watched } ) =>
			makeTable(
				before,
				[ 'source', 'changes', 'not changes' ],
				watched.sources.map( ( source ) => ( {
					key: code( source ),
					cells: [ null, null ],
				} ) )
			),
		'watched objects': ( _before, { watched } ) =>
			makeTable(
				'',
				[ 'source', 'of WordPress itself' ],
				[
					...[ ...new Set( Object.values( watched.types ) ) ].map(
						( source ) => ( {
							key: code( source ),
							cells: [
								listed(
									'Post types',
									Object.keys( watched.types ).filter(
										( type ) =>
											watched.types[ type ] === source
									)
								),
							],
						} )
					),
					{
						key: code( 'terms' ),
						cells: [ listed( 'Taxonomies', watched.taxonomies ) ],
					},
				]
			),
	},
	'refresh.md': {
		tags: ( _before, { watched } ) =>
			makeTable(
				'',
				[ 'tag', 'stands for' ],
				Object.entries( watched.tags ).map( ( [ tag, meaning ] ) => ( {
					key: code( tag ),
					cells: [ meaning ],
				} ) )
			),
		'watched options': ( _before, { watched } ) =>
			makeTable(
				'',
				[ 'change', 'options' ],
				[
					...new Set(
						Object.values( watched.options ).map( changeOf )
					),
				].map( ( change ) => ( {
					key: change,
					cells: [
						Object.entries( watched.options )
							.filter(
								( [ , tag ] ) => changeOf( tag ) === change
							)
							.map( ( [ name ] ) => code( name ) )
							.join( ', ' ),
					],
				} ) )
			),
		'short-lived responses': ( before ) =>
			makeTable(
				before,
				[ 'reason', 'when' ],
				namesIn(
					sources( [ 'includes/Refresh' ], [ '.php' ] ),
					SHORT_LIFETIME
				).map( ( reason ) => described( inCapitals( reason ) ) )
			),
	},
	'reference-api-routes.md': {
		'routes of the platform': ( _before, { platform } ) =>
			makeTable(
				'',
				[ 'route', 'does', 'statuses' ],
				platform.map( ( { method, path: at, summary, statuses } ) => ( {
					key: code( `${ method } ${ at }` ),
					cells: [ summary, statuses.join( ', ' ) ],
				} ) )
			),
	},
	'reference-api-builds.md': {
		frameworks: () =>
			makeTable(
				'',
				[ 'project', 'versions' ],
				readFrameworkProjects().map(
					( { description, packages } ) => ( {
						key: description,
						cells: [ packages.join( ', ' ) ],
					} )
				)
			),
	},
	'reference-api-access.md': {
		settings: () =>
			makeTable(
				'',
				[ 'name', 'default', 'range', 'meaning' ],
				Object.entries( LIMITS ).map( ( [ name, setting ] ) => ( {
					key: code( name ),
					cells: [
						`${ NUMBER.format( setting.default ) } ${ setting.unit }`,
						`${ NUMBER.format( setting.min ) } to ${ NUMBER.format( setting.max ) }`,
						setting.description,
					],
				} ) )
			),
	},
	'hooks.md': {
		hooks: () =>
			makeTable(
				'',
				[ 'hook', 'kind', 'parameters', 'description' ],
				findHooks( sources( [ 'includes' ], [ '.php' ] ) ).map(
					( hook ) => ( {
						key: code( hook.name ),
						cells: [
							hook.kind,
							hook.parameters
								.map( ( one ) =>
									code( one.replaceAll( '|', '\\|' ) )
								)
								.join( ', ' ),
							hook.summary || null,
						],
					} )
				)
			),
		'cron events': ( before ) =>
			makeTable(
				before,
				[ 'event', 'when', 'does' ],
				namesIn(
					sources( [ 'includes' ], [ '.php' ] ),
					/_EVENT\s*=\s*'(headless_deploy_[a-z_]+)'/g
				).map( ( name ) => ( {
					key: code( name ),
					cells: [ null, null ],
				} ) )
			),
	},
	'constants.md': {
		constants: ( before ) =>
			makeTable(
				before,
				[ 'constant', 'meaning' ],
				namesIn( sources( [ 'includes' ], [ '.php' ] ), CONSTANT ).map(
					described
				)
			),
		'environment variables': ( before ) => {
			const constants = namesIn(
				sources( [ 'includes' ], [ '.php' ] ),
				VARIABLE
			);
			return makeTable(
				before,
				[ 'variable', 'meaning' ],
				namesIn(
					sources(
						[ 'src/dev-kit', 'test' ],
						[ '.ts', '.mjs', '.php' ]
					),
					VARIABLE
				)
					.filter(
						( name ) =>
							! constants.includes( name ) &&
							! OTHER_NAMES.includes( name )
					)
					.map( described )
			);
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
			make( before, facts )
		);
		text = generated.text;
		undescribed.push( ...generated.undescribed );
	}
	return { text, undescribed };
}

/** Which part of which document comes from where. */
import fs from 'node:fs';
import path from 'node:path';
import { listFiles } from '../files.ts';
import { PROJECT } from '../paths.ts';
import { LIMITS } from '../../reference-api/lib/limits.ts';
import { findHooks } from './hooks.ts';
import type { PlatformRoute } from './platform-routes.ts';
import { makeTable, replacePart } from './tables.ts';
import type { Made, Row } from './tables.ts';
import type { SchemaUse } from './wire-types.ts';

/** What facts.php prints. */
export interface Facts {
	routes: { method: string; path: string; capability: string | null }[];
	errors: {
		code: string;
		class: string;
		status: string;
		message: string;
	}[];
	capabilities: Record< string, string[] >;
	schemas: SchemaUse[];
	/** Not PHP's: the platform's own. */
	platform: PlatformRoute[];
}

type Maker = ( before: string, facts: Facts ) => Made;

const ROLES = [ 'administrator', 'editor', 'author' ];
const CALLS = 'Request_Errors';

/** Worded among the refusals, but it stands in the log alone. */
const LOGGED = [ 'headless_deploy_environment_removed' ];
const PREFIX = 'headless_deploy_';

/** A constant that wp-config.php may set, where the plugin asks for it. */
const CONSTANT =
	/(?:defined\(|constant\(|const \w+\s*=|=>)\s*'(HEADLESS_DEPLOY_[A-Z_]+)'/g;

/** An environment variable, where it is read or handed on. */
const VARIABLE = /\b(HEADLESS_DEPLOY_[A-Z_]+)\b/g;

/** Written like environment variables, and none. */
const OTHER_WORDS = [ 'HEADLESS_DEPLOY_FILE', 'HEADLESS_DEPLOY_VERSION' ];

/** Reads all sources of some folders. */
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
 * Finds names in sources, each once, in their order.
 *
 * @param form Its first group is the name.
 */
function namesIn( texts: string[], form: RegExp ): string[] {
	const names = texts.flatMap( ( text ) =>
		[ ...text.matchAll( form ) ].map( ( [ , name = '' ] ) => name )
	);
	return [ ...new Set( names ) ].sort();
}

/** Returns whether an error describes a failed call rather than a rejected request. */
function isOutcome( error: Facts[ 'errors' ][ number ] ): boolean {
	return error.class === CALLS || LOGGED.includes( error.code );
}

const NUMBER = new Intl.NumberFormat( 'en' );
const code = ( word: string ): string => `\`${ word }\``;
const described = ( name: string ): Row => ( {
	key: code( name ),
	cells: [ null ],
} );

/**
 * Makes the rows of routes.
 *
 * @param isSetting      Whether those below /settings are meant, or the others.
 * @param withCapability Whether a column tells the capability.
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
		.map( ( { method, path: at, capability } ) => ( {
			key: code( `${ method } ${ at }` ),
			cells: withCapability
				? [ capability?.replace( PREFIX, '' ) ?? null, null ]
				: [ null ],
		} ) );
}

/** Document → part → how it is made. */
export const DOCUMENTS: Record< string, Record< string, Maker > > = {
	'rest.md': {
		'routes below /settings': ( before, facts ) =>
			makeTable(
				before,
				[ 'route', 'does' ],
				routeRows( facts, true, false )
			),
		'other routes': ( before, facts ) =>
			makeTable(
				before,
				[ 'route', 'capability', 'does' ],
				routeRows( facts, false, true )
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
	'error-codes.md': {
		'errors of routes': ( _before, facts ) =>
			makeTable(
				'',
				[ 'code', 'status', 'message' ],
				facts.errors
					.filter( ( error ) => ! isOutcome( error ) )
					.map( ( error ) => ( {
						key: code( error.code ),
						cells: [ error.status, error.message ],
					} ) )
			),
		'errors of calls': ( _before, facts ) =>
			makeTable(
				'',
				[ 'code', 'message' ],
				facts.errors.filter( isOutcome ).map( ( error ) => ( {
					key: code( error.code ),
					cells: [ error.message ],
				} ) )
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
						setting.says,
					],
				} ) )
			),
	},
	'hooks.md': {
		hooks: () =>
			makeTable(
				'',
				[ 'hook', 'kind', 'passes', 'says' ],
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
							hook.says || null,
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
							! OTHER_WORDS.includes( name )
					)
					.map( described )
			);
		},
	},
};

/**
 * Rewrites one document.
 *
 * @return The text, and what a person still has to describe.
 */
export function makeDocument( name: string, text: string, facts: Facts ): Made {
	const undescribed: string[] = [];
	for ( const [ part, make ] of Object.entries( DOCUMENTS[ name ] ?? {} ) ) {
		const made = replacePart( text, part, ( before ) =>
			make( before, facts )
		);
		text = made.text;
		undescribed.push( ...made.undescribed );
	}
	return { text, undescribed };
}

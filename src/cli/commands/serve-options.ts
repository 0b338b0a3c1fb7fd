import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { StartError } from '../../reference-api/lib/errors.ts';
import { readLimits, LIMITS } from '../../reference-api/lib/limits.ts';

/** The data folder. */
export const DEFAULT_FOLDER = '.headless-deploy';

type Values< Value > = Record< string, Value >;

function split( text: string, example: string ): [ string, string ] {
	const at = text.indexOf( '=' );
	if ( at < 1 || at === text.length - 1 ) {
		throw new InvalidArgumentError( `Use ${ example }.` );
	}
	return [ text.slice( 0, at ), text.slice( at + 1 ) ];
}

export function parsePort( text: string ): number {
	const port = Number( text );
	if ( ! /^\d+$/.test( text ) || port > 65_535 ) {
		throw new InvalidArgumentError( 'Use a number from 0 to 65535.' );
	}
	return port;
}

export function collect( value: string, earlier: string[] = [] ): string[] {
	return [ ...earlier, value ];
}

export function collectInstall(
	text: string,
	earlier: Values< string > = {}
): Values< string > {
	const example = 'NAME=ADDRESS, for example acmeprod=http://127.0.0.1:8881';
	const [ name, url ] = split( text, example );
	if ( ! URL.canParse( url ) ) {
		throw new InvalidArgumentError( `Use ${ example }.` );
	}
	return { ...earlier, [ name ]: url };
}

export function collectFolder(
	text: string,
	earlier: Values< string > = {}
): Values< string > {
	const [ name, folder ] = split(
		text,
		'NAME=FOLDER, for example acmeprod=/srv/wordpress'
	);
	return { ...earlier, [ name ]: path.resolve( folder ) };
}

export function collectLimit(
	text: string,
	earlier: Values< number > = {}
): Values< number > {
	const [ name, value ] = split(
		text,
		'NAME=NUMBER, for example buildsPerMinute=10'
	);
	// NaN fails the limit's own rule, which has the better message.
	const number = /^\d+$/.test( value ) ? Number( value ) : Number.NaN;
	try {
		readLimits( { [ name ]: number } );
	} catch ( error ) {
		throw error instanceof StartError
			? new InvalidArgumentError(
					error.message.replace( '“NaN”', `“${ value }”` )
				)
			: error;
	}
	return { ...earlier, [ name ]: number };
}

export function limitsHelp(): string {
	const lines = Object.entries( LIMITS ).map(
		( [ name, { default: value, unit, description } ] ) =>
			`  ${ name }=${ value }  (${ unit })\n      ${ description }`
	);
	return [ '', 'Limits, with their defaults:', ...lines ].join( '\n' );
}

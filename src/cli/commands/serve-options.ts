/** Reads the options of `serve`, and what can prevent its start. */
import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { StartError } from '../../reference-api/lib/errors.ts';
import { readLimits, LIMITS } from '../../reference-api/lib/limits.ts';
import { HostingError } from '../../reference-api/model/hosting.ts';
import { CliError, EXIT, usageError } from '../exit-codes.ts';

/** The data folder of earlier versions, in the current folder. */
export const OLD_FOLDER = '.headless-deploy';

/** @throws CliError With the reason, when the platform or its data folder cannot be used. */
export async function withStartErrors< Result >(
	work: () => Promise< Result >
): Promise< Result > {
	try {
		return await work();
	} catch ( error ) {
		if ( error instanceof StartError && error.code !== 'options' ) {
			throw new CliError( EXIT.cannotStart, error.message );
		}
		if ( error instanceof StartError || error instanceof HostingError ) {
			throw usageError( error.message );
		}
		throw error;
	}
}

export function parsePort( text: string ): number {
	const port = Number( text );
	if ( ! /^\d+$/.test( text ) || port > 65_535 ) {
		throw new InvalidArgumentError( 'Use a number from 0 to 65535.' );
	}
	return port;
}

export function collectPort(
	text: string,
	earlier: readonly number[] = []
): number[] {
	return [ ...earlier, parsePort( text ) ];
}

/** Creates a parser of a repeatable option `name=value`. */
function collectPairs< Value >(
	usage: string,
	parse: ( value: string, name: string ) => Value | undefined
) {
	return (
		text: string,
		earlier: Record< string, Value > = {}
	): Record< string, Value > => {
		const [ , name = '', value = '' ] =
			/^([^=]+)=(.+)$/s.exec( text ) ?? [];
		const parsed = name === '' ? undefined : parse( value, name );
		if ( parsed === undefined ) {
			throw new InvalidArgumentError( `Use ${ usage }.` );
		}
		return { ...earlier, [ name ]: parsed };
	};
}

export const collectInstall = collectPairs(
	'NAME=ADDRESS, for example acmeprod=http://127.0.0.1:8881',
	( url ) => ( URL.canParse( url ) ? url : undefined )
);

export const collectFolder = collectPairs(
	'NAME=FOLDER, for example acmeprod=/srv/wordpress',
	( folder ) => path.resolve( folder )
);

export const collectLimit = collectPairs(
	'NAME=NUMBER, for example buildsPerMinute=10',
	( value, name ) => {
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
		return number;
	}
);

export function limitsHelp(): string {
	const lines = Object.entries( LIMITS ).map(
		( [ name, { default: value, unit, description } ] ) =>
			`  ${ name }=${ value }  (${ unit })\n      ${ description }`
	);
	return [ '', 'Limits, with their defaults:', ...lines ].join( '\n' );
}

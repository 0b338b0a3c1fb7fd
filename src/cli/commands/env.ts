import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { collect, onHost, table } from '../command.ts';
import type { Definition, Result } from '../command.ts';
import { YES_OPTION, confirmLoss } from '../confirm.ts';
import type { YesOption } from '../confirm.ts';
import { usageError } from '../exit-codes.ts';
import type { EnvironmentHost } from '../place.ts';
import { readSecretLine } from '../secrets.ts';
import {
	changeVariables,
	parseDotenv,
	readDotenvText,
	readKeys,
	readVariables,
} from '../shell-variables.ts';

/** The file gets values of secrets later. */
const FILE_MODE = 0o600;
const KEY = /^[A-Za-z_][A-Za-z0-9_]*$/;
const NEXT_BUILD =
	'The change takes effect with the next build. To start one, run headless-deploy deploy.';

/** @throws InvalidArgumentError Without the value that the user may have added. */
function parseKey( text: string ): string {
	if ( text.includes( '=' ) ) {
		throw new InvalidArgumentError(
			'Give only the name. The value is read from standard input, or asked for, because other processes can read arguments.'
		);
	}
	if ( ! KEY.test( text ) ) {
		throw new InvalidArgumentError(
			'Use letters, digits and underscores, and do not start with a digit.'
		);
	}
	return text;
}

async function set(
	host: EnvironmentHost,
	_options: object,
	key: string
): Promise< Result > {
	const { context } = host;
	const value = await readSecretLine( context, `Value of ${ key }` );
	if ( value === '' ) {
		throw usageError(
			`The value of ${ key } is missing. Pass it on standard input. To remove a variable, use headless-deploy env unset ${ key }.`
		);
	}
	await changeVariables( host, { set: [ { key, value } ] } );
	return {
		json: { set: [ key ] },
		lines: [ `Set: ${ key }.`, NEXT_BUILD ],
	};
}

async function unset(
	host: EnvironmentHost,
	options: YesOption,
	keys: string[]
): Promise< Result > {
	const names = keys.join( ', ' );
	const what = keys.length === 1 ? 'the variable' : 'the variables';
	await confirmLoss( host.context, options, `${ what } ${ names }` );
	await changeVariables( host, { remove: keys } );
	return {
		json: { removed: keys },
		lines: [ `Removed: ${ names }.`, NEXT_BUILD ],
	};
}

/** Adds the keys that a file lacks, with empty values: hosts never return values. */
async function pull(
	host: EnvironmentHost,
	_options: object,
	name: string
): Promise< Result > {
	const file = path.resolve( host.context.folder, name );
	const variables = await readKeys( host );
	const text = await readDotenvText( file );
	const existing = parseDotenv( name, text ).map( ( { key } ) => key );
	const added = variables
		.map( ( { key } ) => key )
		.filter( ( key ) => KEY.test( key ) && ! existing.includes( key ) );
	if ( added.length > 0 ) {
		const separator = text === '' || text.endsWith( '\n' ) ? '' : '\n';
		const lines = added.map( ( key ) => `${ key }=\n` ).join( '' );
		await appendFile( file, separator + lines, { mode: FILE_MODE } );
	}
	return {
		json: { file, added },
		lines: [
			added.length === 0
				? `${ name } has all variables of the environment.`
				: `Added to ${ name }: ${ added.join( ', ' ) }.`,
			'The values are empty: the host never returns the value of a variable.',
		],
	};
}

async function push(
	host: EnvironmentHost,
	_options: object,
	name: string
): Promise< Result > {
	const file = path.resolve( host.context.folder, name );
	const { values, skipped } = await readVariables( name, file );
	await changeVariables( host, { set: values } );
	const keys = values.map( ( { key } ) => key );
	return {
		json: { set: keys, skipped },
		lines: [
			`Set: ${ keys.join( ', ' ) }.`,
			...( skipped.length === 0
				? []
				: [ `Skipped because empty: ${ skipped.join( ', ' ) }.` ] ),
			NEXT_BUILD,
		],
	};
}

const FILE = { '[file]': { about: 'path of the file', default: '.env' } };

export const definition: Definition = {
	about: 'manage the shell variables of an environment',
	commands: {
		list: onHost( 'environment', {
			about: 'list the name of each shell variable, and when it was set',
			run: async ( host ) =>
				table( await readKeys( host ), ( { key, setTime } ) => [
					key,
					setTime ?? '',
				] ),
		} ),
		set: onHost( 'environment', {
			about: 'set a shell variable; its value is read from standard input',
			arguments: {
				'<name>': { about: 'name of the variable', parse: parseKey },
			},
			run: set,
		} ),
		unset: onHost( 'environment', {
			about: 'remove shell variables',
			arguments: {
				'<names...>': {
					about: 'names of the variables',
					parse: ( text: string, earlier?: string[] ) =>
						collect( parseKey( text ), earlier ),
				},
			},
			options: YES_OPTION,
			run: unset,
		} ),
		pull: onHost( 'environment', {
			about: 'add the names of the shell variables to a .env file, with empty values',
			arguments: FILE,
			run: pull,
		} ),
		push: onHost( 'environment', {
			about: 'set the shell variables of a .env file',
			arguments: FILE,
			run: push,
		} ),
	},
};

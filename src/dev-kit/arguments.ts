import { parseArgs } from 'node:util';
import { KitError } from './kit-error.ts';

export interface StartOptions {
	/** Deletes all state first. */
	reset: boolean;
	open: boolean;
	/** The first port to try for WordPress; null for that of the last start. */
	port: number | null;
	help: boolean;
}

const MAX_PORT = 65_500;

export const USAGE = `npm start [-- OPTIONS]

  --port N    WordPress on port N, the platform on N+1, front ends from N+2 on (the next free port is used)
  --reset     delete the stored data first: WordPress and the data of the platform
  --no-open   do not open a browser
  --help      show this text`;

/** @throws {KitError} With the usage. */
export function parseStartArguments( args: string[] ): StartOptions {
	let values;
	try {
		( { values } = parseArgs( {
			args,
			options: {
				reset: { type: 'boolean', default: false },
				'no-open': { type: 'boolean', default: false },
				port: { type: 'string' },
				help: { type: 'boolean', short: 'h', default: false },
			},
		} ) );
	} catch ( error ) {
		// The other sentences of Node's message explain "--", which does not apply here.
		const [ reason ] = String( ( error as Error ).message ).split( '. ' );
		throw new KitError( `${ reason }.\n\n${ USAGE }`, '' );
	}
	return {
		reset: values.reset,
		open: ! values[ 'no-open' ],
		port: values.port === undefined ? null : parsePort( values.port ),
		help: values.help,
	};
}

function parsePort( text: string ): number {
	const port = /^\d{1,5}$/.test( text ) ? Number( text ) : 0;
	if ( port < 1024 || port > MAX_PORT ) {
		throw new KitError(
			`--port ${ text } is not a number from 1024 to ${ MAX_PORT }.`,
			'for example npm start -- --port 8880'
		);
	}
	return port;
}

/** The options of `npm start`. */
import { parseArgs } from 'node:util';
import { KitError } from './kit-error.ts';

export interface StartOptions {
	/** Removes all state first. */
	reset: boolean;
	/** Opens the browser when there is a desktop. */
	open: boolean;
	/** The WordPress port to begin at; null: the remembered one. */
	port: number | null;
	help: boolean;
}

const MAX_PORT = 65_500;

export const USAGE = `npm start [-- OPTIONS]

  --port N    WordPress on port N, the platform on N+1, front ends from N+2 on (a taken port moves on)
  --reset     delete all state in .local and start again
  --no-open   do not open a browser
  --help      this text`;

/**
 * Reads the options.
 *
 * @param  args The words after the script's name.
 * @throws {KitError} What is wrong, with the usage.
 */
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
		// Node's words go on with hints about "--" that do not fit here.
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

/** Reads a port. */
function parsePort( text: string ): number {
	const port = /^\d{1,5}$/.test( text ) ? Number( text ) : 0;
	if ( port < 1024 || port > MAX_PORT ) {
		throw new KitError(
			`--port ${ text }: a number from 1024 to ${ MAX_PORT } is needed.`,
			'for example npm start -- --port 8880'
		);
	}
	return port;
}

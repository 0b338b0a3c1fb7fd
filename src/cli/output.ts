import { plainText } from '../shared/plain-text.ts';
import type { Context } from './context.ts';

/** Creates a line of a list. Values come from the server, so control characters are removed. */
export function formatLine( ...parts: ( string | number )[] ): string {
	return parts
		.filter( ( part ) => part !== '' )
		.map( ( part ) => plainText( String( part ) ) )
		.join( '  ' );
}

/** Prints a result as JSON, or as lines of text. */
export function printResult(
	context: Context,
	options: { json?: boolean },
	result: unknown,
	lines: string[]
): void {
	if ( options.json ) {
		context.print( JSON.stringify( result ) );
		return;
	}
	lines.forEach( ( line ) => context.print( line ) );
}

const BYTES_PER_KB = 1000;
const BYTES_PER_MB = 1_000_000;

export function formatBytes( bytes: number ): string {
	return bytes < BYTES_PER_MB
		? `${ Math.ceil( bytes / BYTES_PER_KB ) } kB`
		: `${ ( bytes / BYTES_PER_MB ).toFixed( 1 ) } MB`;
}

import fs from 'node:fs';
import path from 'node:path';
import { LOCAL } from '../paths.ts';

/** What the check `network` measures of one route or task. */
export interface Cost {
	name: string;
	statements: number;
	/** Rows that the database read. */
	reads: number;
	/** Temporary tables on disk. */
	diskTables: number;
	ms: number;
}

export const COSTS_FILE = path.join( LOCAL, 'checks', 'network.costs' );

/** Reads one JSON object a line. */
export function readCosts( text: string ): Cost[] {
	return text
		.split( '\n' )
		.filter( ( line ) => line !== '' )
		.map( ( line ) => JSON.parse( line ) as Cost );
}

/** A line for each, the most rows first. Times depend on the machine and are only printed. */
export function listCosts( costs: readonly Cost[] ): string {
	return [ ...costs ]
		.sort( ( a, b ) => b.reads - a.reads )
		.map(
			( { name, statements, reads, diskTables, ms } ) =>
				`${ name }: ${ reads } rows read, ${ statements } statements, ${ diskTables } tables on disk, ${ ms } ms`
		)
		.join( '\n' );
}

export function printedCosts(): string {
	return listCosts( readCosts( fs.readFileSync( COSTS_FILE, 'utf8' ) ) );
}

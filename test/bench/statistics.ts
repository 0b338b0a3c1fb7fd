/**
 * Figures of repeated measurements. Machines are noisy: what is compared is measured in turns, in one run, and told
 * as a ratio.
 */

/** Finds the value that half of the others lie below. */
export function median( values: readonly number[] ): number {
	const sorted = [ ...values ].sort( ( a, b ) => a - b );
	const middle = Math.floor( sorted.length / 2 );
	const upper = sorted[ middle ] ?? NaN;
	return sorted.length % 2
		? upper
		: ( ( sorted[ middle - 1 ] ?? upper ) + upper ) / 2;
}

/** Words milliseconds. */
export function inMs( ms: number ): string {
	return ms < 1000
		? `${ ms.toFixed( ms < 10 ? 2 : 1 ) } ms`
		: `${ ( ms / 1000 ).toFixed( 2 ) } s`;
}

export interface Row {
	what: string;
	figure: string;
	ratio: string;
}

/** Prints rows as a Markdown table. */
export function printTable( title: string, rows: readonly Row[] ): void {
	console.log( `\n### ${ title }\n` );
	console.log( '| what | figure | ratio |\n|---|---|---|' );
	for ( const { what, figure, ratio } of rows ) {
		console.log( `| ${ what } | ${ figure } | ${ ratio } |` );
	}
}

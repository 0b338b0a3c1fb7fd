/** Tables of Markdown whose rows come from the code. Cells that are written by hand are kept. */

/** The cells of a row. The first one is its key; null keeps the written text. */
export type Row = readonly [ key: string, ...cells: ( string | null )[] ];

export interface Table {
	head: readonly string[];
	rows: readonly Row[];
}

export interface Generated {
	text: string;
	/** First cells of the rows with an empty description. */
	undescribed: string[];
}

/** A bar inside code is escaped and does not separate cells. */
function cellsOf( line: string ): string[] {
	return line
		.replace( /^\s*\|/, '' )
		.replace( /\|\s*$/, '' )
		.split( /(?<!\\)\|/ )
		.map( ( cell ) => cell.trim() );
}

/**
 * Reads the rows of a table. A row for several keys, separated by commas, counts as one row for each.
 *
 * @return The other cells, by the first cell.
 */
export function readTable( text: string ): Map< string, string[] > {
	const lines = text
		.split( '\n' )
		.filter( ( line ) => line.startsWith( '|' ) );
	return new Map(
		lines.slice( 2 ).flatMap( ( line ) => {
			const [ key = '', ...cells ] = cellsOf( line );
			return key.split( /, (?=`)/ ).map( ( one ) => [ one, cells ] );
		} )
	);
}

/**
 * Writes a table. Existing rows keep their order, new ones follow, and those that the code no longer has are removed.
 * Without written cells, the rows are in the order of the code.
 */
export function makeTable( before: string, { head, rows }: Table ): Generated {
	const hasWritten = rows.some( ( row ) => row.includes( null ) );
	const existingRows = readTable( hasWritten ? before : '' );
	const keys = [ ...existingRows.keys() ];
	const positionOf = ( [ key ]: Row ): number =>
		keys.includes( key ) ? keys.indexOf( key ) : keys.length;
	const undescribed: string[] = [];
	const lines = [ ...rows ]
		.sort( ( one, other ) => positionOf( one ) - positionOf( other ) )
		.map( ( [ key, ...cells ] ) => {
			const existing = existingRows.get( key ) ?? [];
			const whole = cells.map(
				( cell, index ) => cell ?? existing[ index ] ?? ''
			);
			if (
				cells.some(
					( cell, index ) => cell === null && ! whole[ index ]
				)
			) {
				undescribed.push( key );
			}
			return `| ${ [ key, ...whole ].join( ' | ' ) } |`;
		} );
	return {
		text: [
			`| ${ head.join( ' | ' ) } |`,
			`|${ '---|'.repeat( head.length ) }`,
			...lines,
		].join( '\n' ),
		undescribed,
	};
}

/**
 * Replaces a generated part of a document.
 *
 * @param  name The name of the part in its markers: `<!-- generated: NAME -->` and `<!-- /generated -->`.
 * @throws {Error} When the markers are missing.
 */
export function replacePart(
	text: string,
	name: string,
	make: ( before: string ) => Generated
): Generated {
	const begin = `<!-- generated: ${ name } -->`;
	const end = '<!-- /generated -->';
	const from = text.indexOf( begin );
	const to = text.indexOf( end, from );
	if ( from < 0 || to < 0 ) {
		throw new Error( `The markers of “${ name }” are missing.` );
	}
	const generated = make( text.slice( from + begin.length, to ) );
	return {
		text: `${ text.slice( 0, from ) }${ begin }\n${
			generated.text
		}\n${ text.slice( to ) }`,
		undescribed: generated.undescribed,
	};
}

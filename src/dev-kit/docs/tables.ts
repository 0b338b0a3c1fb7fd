/**
 * Tables of Markdown whose rows come from the code. What only a person can say in a cell stays as it stands.
 */

/** One row: its first cell, and the others; null keeps what a person wrote. */
export interface Row {
	key: string;
	cells: ( string | null )[];
}

/** What a section became, and what is missing in it. */
export interface Made {
	text: string;
	/** First cells of the rows that a person still has to describe. */
	undescribed: string[];
}

/**
 * Splits a line of a table; a bar inside code does not count when it is escaped.
 */
function cellsOf( line: string ): string[] {
	return line
		.replace( /^\s*\|/, '' )
		.replace( /\|\s*$/, '' )
		.split( /(?<!\\)\|/ )
		.map( ( cell ) => cell.trim() );
}

/**
 * Reads the rows of a table. A row for several things, with commas between, is one for each.
 *
 * @param text Around and in the table.
 * @return The cells after the first, by the first.
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
 * Writes a table: rows that were there keep their place, new ones follow, those that the code no longer has go.
 *
 * @param before The text that holds the table now.
 * @param head   Names of the columns.
 * @param rows   What the code has.
 */
export function makeTable(
	before: string,
	head: readonly string[],
	rows: readonly Row[]
): Made {
	const known = readTable( before );
	const places = [ ...known.keys() ];
	const placeOf = ( { key }: Row ): number =>
		places.includes( key ) ? places.indexOf( key ) : places.length;
	const undescribed: string[] = [];
	const lines = [ ...rows ]
		.sort( ( one, other ) => placeOf( one ) - placeOf( other ) )
		.map( ( { key, cells } ) => {
			const kept = known.get( key ) ?? [];
			const whole = cells.map(
				( cell, index ) => cell ?? kept[ index ] ?? ''
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
			`|${ head.map( () => '---|' ).join( '' ) }`,
			...lines,
		].join( '\n' ),
		undescribed,
	};
}

/**
 * Rewrites the generated part of a document.
 *
 * @param  name Of the part, as it stands in its markers: `<!-- generated: NAME -->` and `<!-- /generated -->`.
 * @param  make Gets what stands between them, returns what is to stand there.
 * @throws {Error} When the markers are not there.
 */
export function replacePart(
	text: string,
	name: string,
	make: ( before: string ) => Made
): Made {
	const begin = `<!-- generated: ${ name } -->`;
	const end = '<!-- /generated -->';
	const from = text.indexOf( begin );
	const to = text.indexOf( end, from );
	if ( from < 0 || to < 0 ) {
		throw new Error( `The markers of “${ name }” are missing.` );
	}
	const made = make( text.slice( from + begin.length, to ) );
	return {
		text: `${ text.slice( 0, from ) }${ begin }\n${
			made.text
		}\n${ text.slice( to ) }`,
		undescribed: made.undescribed,
	};
}

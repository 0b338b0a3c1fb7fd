/** Licenses whose code may become a part of a work under GPL-2.0-or-later, if need be under version 3. */
const COMPATIBLE = new Set( [
	'0BSD',
	'Apache-2.0',
	'BlueOak-1.0.0',
	'BSD-2-Clause',
	'BSD-3-Clause',
	'BSL-1.0',
	'CC0-1.0',
	'GPL-2.0-or-later',
	'GPL-3.0-or-later',
	'ISC',
	'LGPL-2.1-or-later',
	'LGPL-3.0-or-later',
	'MIT',
	'MIT-0',
	'MPL-2.0',
	'Python-2.0',
	'Unlicense',
	'Zlib',
] );

const OPERATOR = { OR: 'some', AND: 'every' } as const;

/** Splits at an operator that is not inside of parentheses. */
function splitAt( expression: string, operator: string ): string[] {
	const parts = [ '' ];
	let depth = 0;
	for ( const token of expression.match( /[()]|[^\s()]+/g ) ?? [] ) {
		depth += token === '(' ? 1 : 0;
		depth -= token === ')' ? 1 : 0;
		if ( token === operator && depth === 0 ) {
			parts.push( '' );
		} else {
			parts.push( `${ parts.pop() } ${ token }`.trim() );
		}
	}
	return parts;
}

/** @param expression An SPDX expression. */
export function isGplCompatible( expression: string ): boolean {
	for ( const [ operator, method ] of Object.entries( OPERATOR ) ) {
		const parts = splitAt( expression, operator );
		if ( parts.length > 1 ) {
			return parts[ method ]( isGplCompatible );
		}
	}
	const inner = /^\((.*)\)$/s.exec( expression.trim() )?.[ 1 ];
	return inner === undefined
		? COMPATIBLE.has( expression.trim() )
		: isGplCompatible( inner );
}

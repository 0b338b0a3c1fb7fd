/** The portal's words for sizes, in decimal units. */

const UNITS = [
	{ name: 'TB', bytes: 1e12 },
	{ name: 'GB', bytes: 1e9 },
	{ name: 'MB', bytes: 1e6 },
	{ name: 'kB', bytes: 1e3 },
] as const;

/** A decimal unit of size. */
export type SizeUnit = ( typeof UNITS )[ number ];

/** Finds the unit that a size is best said in; nothing at all is 0 MB. */
export function sizeUnit( bytes: number ): SizeUnit {
	const rounded = Math.round( Math.abs( bytes ) / 1e3 ) * 1e3;
	return (
		UNITS.find( ( unit ) => rounded >= unit.bytes ) ??
		( bytes === 0 ? UNITS[ 2 ] : UNITS[ 3 ] )
	);
}

/**
 * Says a size as a number of one unit: with a digit behind the point where the unit is a big one or the number small.
 */
export function sizeNumber( bytes: number, unit: SizeUnit ): string {
	const count = bytes / unit.bytes;
	const isExact = unit.bytes < 1e9 && Math.abs( count ) >= 9.95;
	return Number( count.toFixed( isExact ? 0 : 1 ) ).toLocaleString( 'en' );
}

/** Says a size, for example "612 MB" or "1.5 GB". */
export function sizeWords( bytes: number ): string {
	const unit = sizeUnit( bytes );
	return `${ sizeNumber( bytes, unit ) } ${ unit.name }`;
}

/** Says a part of a whole, for example "1.5 of 10 GB" or "38 MB of 1.5 GB". */
export function sizeOfLimit( bytes: number, limit: number ): string {
	const unit = sizeUnit( limit );
	return bytes === 0 || sizeUnit( bytes ) === unit
		? `${ sizeNumber( bytes, unit ) } of ${ sizeWords( limit ) }`
		: `${ sizeWords( bytes ) } of ${ sizeWords( limit ) }`;
}

const MIB = 1024 * 1024;

/** Says a limit, which people set in MiB and GiB. */
export function limitWords( bytes: number ): string {
	if ( bytes === 0 || bytes % MIB !== 0 ) {
		return sizeWords( bytes );
	}
	const mebibytes = bytes / MIB;
	return mebibytes % 1024 === 0
		? `${ mebibytes / 1024 } GiB`
		: `${ mebibytes } MiB`;
}

/** Sizes in decimal units for users. */
import { localNumber } from '../../ui/number.ts';

const UNITS = [
	{ name: 'TB', bytes: 1e12 },
	{ name: 'GB', bytes: 1e9 },
	{ name: 'MB', bytes: 1e6 },
	{ name: 'kB', bytes: 1e3 },
] as const;

type SizeUnit = ( typeof UNITS )[ number ];

export function numberLabel( value: number, digits = 0 ): string {
	return localNumber( value, { maximumFractionDigits: digits } );
}

function sizeUnit( bytes: number ): SizeUnit {
	const rounded = Math.round( Math.abs( bytes ) / 1e3 ) * 1e3;
	return (
		UNITS.find( ( unit ) => rounded >= unit.bytes ) ??
		( bytes === 0 ? UNITS[ 2 ] : UNITS[ 3 ] )
	);
}

function sizeNumber( bytes: number, unit: SizeUnit ): string {
	const count = bytes / unit.bytes;
	const isWhole = unit.bytes < 1e9 && Math.abs( count ) >= 9.95;
	return numberLabel( count, isWhole ? 0 : 1 );
}

/**
 * For example “612 MB” or “1.5 GB”.
 *
 * @param whole The size that it is a part of, whose unit it gets. @default bytes
 */
export function sizeLabel( bytes: number, whole = bytes ): string {
	const unit = sizeUnit( whole );
	return `${ sizeNumber( bytes, unit ) } ${ unit.name }`;
}

const MIB = 1024 * 1024;

/** A limit, which users set in MiB or GiB. */
export function limitLabel( bytes: number ): string {
	if ( bytes === 0 || bytes % MIB !== 0 ) {
		return sizeLabel( bytes );
	}
	const mebibytes = bytes / MIB;
	return mebibytes % 1024 === 0
		? `${ mebibytes / 1024 } GiB`
		: `${ mebibytes } MiB`;
}

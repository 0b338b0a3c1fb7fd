import type { UsageDay } from '../model/usage.ts';

type Sizes = Pick< UsageDay, 'fileBytes' | 'databaseBytes' >;

/** Returns the size of files and database, or null if neither was measured. */
export function sizeOf( { fileBytes, databaseBytes }: Sizes ): number | null {
	return fileBytes === null && databaseBytes === null
		? null
		: ( fileBytes ?? 0 ) + ( databaseBytes ?? 0 );
}

/** Returns the size on each day; a day without a measurement has that of the day before. */
export function sizesOf( days: readonly Sizes[] ): ( number | null )[] {
	let last: number | null = null;
	return days.map( ( day ) => {
		last = sizeOf( day ) ?? last;
		return last;
	} );
}

export interface Growth extends Sizes {
	/** Of the last measurement; 0 without one. */
	totalBytes: number;
	/** Against the first day; null if nothing was measured by then. */
	changeBytes: number | null;
}

/** @param days Oldest first, without gaps. */
export function growth( days: readonly Sizes[] ): Growth {
	const sizes = sizesOf( days );
	const newest = days.findLast( ( day ) => sizeOf( day ) !== null );
	const totalBytes = sizes.at( -1 ) ?? 0;
	const begin = sizes[ 0 ] ?? null;
	return {
		fileBytes: newest?.fileBytes ?? null,
		databaseBytes: newest?.databaseBytes ?? null,
		totalBytes,
		changeBytes: begin === null ? null : totalBytes - begin,
	};
}

import { __, sprintf } from '../../ui/i18n.ts';
import type { Series } from '../charts/series.ts';
import type { DiskUsage } from '../../shared/platform-api.generated.ts';

type Measured = DiskUsage[ 'installs' ][ number ];

/** What uses the disk: an environment with the database of its install, or an install with its environments. */
export interface Usage extends Omit< Measured, 'name' > {
	key: string;
	name: string;
	/** Where its own screen is. */
	href?: string;
	/** Whether sums contain its database: an earlier environment may have the same. @default true */
	countsDatabase?: boolean;
}

const MAX_LAYERS = 6;

export function isMeasured( { fileBytes, databaseBytes }: Usage ): boolean {
	return fileBytes !== null || databaseBytes !== null;
}

function bytesOf( day: Usage[ 'days' ][ number ] ): number | null {
	return day.fileBytes === null && day.databaseBytes === null
		? null
		: ( day.fileBytes ?? 0 ) + ( day.databaseBytes ?? 0 );
}

/** A day without a measurement has the size of the day before. */
export function sizesOf( days: Usage[ 'days' ] ): ( number | null )[] {
	let last: number | null = null;
	return days.map( ( day ) => ( last = bytesOf( day ) ?? last ) );
}

/** The size on the last day, and how much it has grown since the first; null if that day was not measured. */
export function changeOf( days: Usage[ 'days' ] ) {
	const sizes = sizesOf( days );
	const [ first = null ] = sizes;
	const totalBytes = sizes.at( -1 ) ?? 0;
	return {
		totalBytes,
		changeBytes: first === null ? null : totalBytes - first,
	};
}

/** What sums and layers contain: a database that several environments share counts once. */
export function countedOnce( usages: readonly Usage[] ): Usage[] {
	return usages.map( ( usage ) => {
		if ( usage.countsDatabase !== false ) {
			return usage;
		}
		const days = usage.days.map( ( day ) => ( {
			...day,
			databaseBytes: null,
		} ) );
		return { ...usage, days, databaseBytes: null, ...changeOf( days ) };
	} );
}

/** The first one stays first, the others are sorted by size. */
export function sortUsages(
	usages: readonly Usage[],
	firstKey: string
): Usage[] {
	return usages.toSorted(
		( a, b ) =>
			Number( b.key === firstKey ) - Number( a.key === firstKey ) ||
			b.totalBytes - a.totalBytes
	);
}

/** The layers of the chart, from the first day that was measured; the smallest ones are added up. */
export function layersOf( usages: readonly Usage[] ): {
	days: string[];
	series: Series[];
} {
	const all = usages.map( ( usage ) => ( {
		name: usage.name,
		values: sizesOf( usage.days ),
	} ) );
	const days = usages[ 0 ]?.days.map( ( { date } ) => date ) ?? [];
	const first = days.findIndex( ( _day, at ) =>
		all.some( ( { values } ) => values[ at ] !== null )
	);
	if ( first < 0 ) {
		return { days: [], series: [] };
	}
	const shown = all.length > MAX_LAYERS ? MAX_LAYERS - 1 : all.length;
	const others = all.slice( shown );
	const series = all.slice( 0, shown );
	if ( others.length > 0 ) {
		series.push( {
			name: sprintf(
				/* translators: %d: number of environments or installs. */
				__( '%d others', 'headless-deploy' ),
				others.length
			),
			values: days.map( ( _day, at ) =>
				others.reduce(
					( sum, { values } ) => sum + ( values[ at ] ?? 0 ),
					0
				)
			),
		} );
	}
	return {
		days: days.slice( first ),
		series: series.map( ( { name, values } ) => ( {
			name,
			values: values.slice( first ),
		} ) ),
	};
}

/** How much all have grown together; null if nothing was measured on the first day. What is new has grown from nothing. */
export function growthOf( usages: readonly Usage[] ): number | null {
	return usages.every( ( { changeBytes } ) => changeBytes === null )
		? null
		: usages.reduce(
				( sum, { changeBytes, totalBytes } ) =>
					sum + ( changeBytes ?? totalBytes ),
				0
			);
}

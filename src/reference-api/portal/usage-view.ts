/**
 * Turns measured days into what the pages of disk usage show: a row and a layer for each environment.
 */
import type { AccountUsage, EnvironmentUsage } from '../model/usage.ts';
import { growth, sizeOf, sizesOf } from '../usage/growth.ts';
import type { Layer } from './chart-area.ts';
import { layerTone } from './chart-area.ts';

/** How many days back the pages compare with. */
export const USAGE_DAYS = 30;

const MAX_LAYERS = 6;
const DAY_MS = 86_400_000;

/** What is known of an environment's disk usage. */
export interface UsageRow {
	environmentId: string;
	appId: string;
	displayName: string;
	/** Of the last day with a measurement; null when there was none. */
	fileBytes: number | null;
	databaseBytes: number | null;
	totalBytes: number;
	/** Against the first day of the range; null when nothing was measured by then. */
	changeBytes: number | null;
	/** The first day of the range that was measured, or null. */
	since: string | null;
	/** Class of its layer's colour. */
	tone: string;
	/** For each day of the chart. */
	values: number[];
}

export interface UsageView {
	/** The environment that the page is about first, then the largest; else the largest first. */
	rows: UsageRow[];
	/** The days from the first measurement on, at least one when anything was measured. */
	days: string[];
	layers: Layer[];
	totalBytes: number;
}

type Measured = Omit< UsageRow, 'tone' >;

function measuredOf( usage: EnvironmentUsage, first: number ): Measured {
	const { environmentId, appId, displayName, days } = usage;
	return {
		environmentId,
		appId,
		displayName,
		...growth( days ),
		since: days.find( ( day ) => sizeOf( day ) !== null )?.date ?? null,
		values: sizesOf( days )
			.slice( first )
			.map( ( size ) => size ?? 0 ),
	};
}

function firstMeasured( environments: readonly EnvironmentUsage[] ): number {
	const firsts = environments
		.map( ( { days } ) =>
			days.findIndex( ( day ) => sizeOf( day ) !== null )
		)
		.filter( ( index ) => index >= 0 );
	return firsts.length === 0 ? -1 : Math.min( ...firsts );
}

function layersOf(
	rows: readonly UsageRow[],
	hidden: readonly Measured[],
	days: number
): Layer[] {
	const own = rows.slice( 0, rows.length - hidden.length );
	const layers = own.map( ( { appId, displayName, values, tone } ) => ( {
		name: `${ appId } / ${ displayName }`,
		values,
		tone,
	} ) );
	if ( hidden.length === 0 ) {
		return layers;
	}
	const values = Array.from( { length: days }, ( _item, day ) =>
		hidden.reduce( ( sum, row ) => sum + ( row.values[ day ] ?? 0 ), 0 )
	);
	const tone = layerTone( own.length, MAX_LAYERS );
	return [ ...layers, { name: `${ hidden.length } others`, values, tone } ];
}

/**
 * Collects what a page of disk usage shows. Of more than six environments the five largest have a layer of their own.
 *
 * @param environmentId The environment that the page is about, or empty.
 */
export function usageView(
	usage: AccountUsage,
	environmentId = ''
): UsageView {
	const { environments } = usage;
	const first = firstMeasured( environments );
	const days =
		first < 0
			? []
			: ( environments[ 0 ]?.days ?? [] )
					.slice( first )
					.map( ( { date } ) => date );
	const measured = environments
		.map( ( one ) => measuredOf( one, Math.max( 0, first ) ) )
		.sort(
			( a, b ) =>
				Number( b.environmentId === environmentId ) -
					Number( a.environmentId === environmentId ) ||
				b.totalBytes - a.totalBytes
		);
	const shown =
		measured.length > MAX_LAYERS ? MAX_LAYERS - 1 : measured.length;
	const count = Math.min( measured.length, MAX_LAYERS );
	const rows = measured.map( ( row, index ) => ( {
		...row,
		tone: layerTone( Math.min( index, shown ), count ),
	} ) );
	return {
		rows,
		days,
		layers: layersOf( rows, measured.slice( shown ), days.length ),
		totalBytes: measured.reduce( ( sum, row ) => sum + row.totalBytes, 0 ),
	};
}

/** Answers the days that the pages ask for. */
export function usageRange( now: Date ): {
	firstDate: string;
	lastDate: string;
} {
	const day = ( at: number ) => new Date( at ).toISOString().slice( 0, 10 );
	return {
		firstDate: day( now.getTime() - USAGE_DAYS * DAY_MS ),
		lastDate: day( now.getTime() ),
	};
}

/** Where a measurement stands. */
export type UsageState = 'never' | 'measuring' | 'late' | 'measured';

/** Tells where the measurement of an account stands. */
export function usageState(
	{
		refreshTime,
		expectedTime,
	}: Pick< AccountUsage, 'refreshTime' | 'expectedTime' >,
	now: Date
): UsageState {
	if ( expectedTime !== null ) {
		return expectedTime > now ? 'measuring' : 'late';
	}
	return refreshTime === null ? 'never' : 'measured';
}

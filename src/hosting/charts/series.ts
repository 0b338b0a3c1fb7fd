export interface Series {
	/** Unique in its chart. */
	name: string;
	/** One for each position; null: not measured. */
	values: readonly ( number | null )[];
}

export interface ChartProps {
	/** What the chart shows. */
	label: string;
	/** Areas show sizes of days, bars counts of minutes. */
	form: 'areas' | 'bars';
	/** From the bottom up, at most six. */
	series: readonly Series[];
	/** Days (`YYYY-MM-DD`) or starts of minutes (ISO 8601), oldest first, none left out, at least one. */
	positions: readonly string[];
	positionLabel: ( position: string ) => string;
	/** Null is “not measured”. */
	valueLabel: ( value: number | null ) => string;
	/** Times that have a line. @default none */
	marks?: readonly string[];
}

const COLORS = 6;

/** Names the color of a series, which the stylesheet defines. */
export function seriesColor( index: number ): string {
	return `var(--hd-chart-${ Math.min( index + 1, COLORS ) })`;
}

/** A calendar day is the same day in every time zone. */
export function dayLabel( day: string ): string {
	return new Intl.DateTimeFormat( document.documentElement.lang || 'en', {
		day: 'numeric',
		month: 'short',
		timeZone: 'UTC',
	} ).format( new Date( day ) );
}

/** What the chart library draws: a row for each position. It leaves out null, and a gap tears the layers above it. */
export function rowsOf(
	positions: readonly string[],
	series: readonly Series[]
) {
	return positions.map( ( at, index ) => ( {
		at,
		index,
		values: series.map( ( { values } ) => values[ index ] ?? 0 ),
	} ) );
}

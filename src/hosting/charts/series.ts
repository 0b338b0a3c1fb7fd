export interface Series {
	/** Unique in its chart. */
	name: string;
	/** One for each position; null: not measured. */
	values: readonly ( number | null )[];
}

const COLORS = 6;

/** Names the color of a series, which the stylesheet defines. */
export function seriesColor( index: number ): string {
	return `var(--hd-chart-${ Math.min( index + 1, COLORS ) })`;
}

export interface ChartProps {
	/** What the chart shows. */
	label: string;
	/** From the bottom up, at most six. */
	series: readonly Series[];
}

export interface DaysChartProps extends ChartProps {
	/** `YYYY-MM-DD`, oldest first, at least one. */
	days: readonly string[];
	/** Null is “not measured”. */
	valueLabel: ( value: number | null ) => string;
}

export interface MinutesChartProps extends ChartProps {
	/** When each minute started, ISO 8601, oldest first, none left out. */
	minutes: readonly string[];
	/** When the cache was purged, ISO 8601. */
	purges: readonly string[];
	minuteLabel: ( minute: string ) => string;
	valueLabel: ( value: number | null ) => string;
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

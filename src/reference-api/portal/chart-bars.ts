/**
 * Draws an hour of requests: a bar a minute, from the application below, from the cache above, purges as dotted lines.
 */
import type { CacheMinute, CachePurge } from '../model/cache-report.ts';
import type { ChartSize } from './chart.ts';
import { chart, chartLine, chartText, px } from './chart.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';

export interface BarChart {
	/** Oldest first. */
	minutes: readonly CacheMinute[];
	/** Oldest first. */
	purges: readonly CachePurge[];
	finding: string;
}

const MINUTE_MS = 60_000;
const HEIGHT = 180;
const HEAD = 32;
const FOOT = 22;
const LETTER_WIDTH = 6.6;
/** Where the words of the purges begin and end. */
const LABEL_TOP = 12;
const LABEL_BOTTOM = 28;
const CLOCK = new Intl.DateTimeFormat( 'en-GB', { timeStyle: 'short' } );

/** Says the time of the day, for example "14:02". */
export function clockWords( at: Date ): string {
	return CLOCK.format( at );
}

interface Scale {
	bottom: number;
	/** Width of a minute. */
	step: number;
	/** Pixels for one request. */
	unit: number;
}

function scaleOf( minutes: readonly CacheMinute[], size: ChartSize ): Scale {
	const most = Math.max(
		1,
		...minutes.map( ( { hits, misses } ) => hits + misses )
	);
	const bottom = size.height - FOOT;
	return {
		bottom,
		step: size.width / Math.max( 1, minutes.length ),
		unit: ( bottom - HEAD ) / most,
	};
}

/**
 * Draws the same part of each bar as one shape.
 *
 * @param part Where the part begins in a bar, and how high it is, in requests.
 */
function bars(
	minutes: readonly CacheMinute[],
	scale: Scale,
	tone: string,
	part: ( minute: CacheMinute ) => { from: number; count: number }
): Html {
	const { bottom, step, unit } = scale;
	const width = step - ( step > 8 ? 4 : 1.2 );
	const shapes = minutes.map( ( minute, index ) => {
		const { from, count } = part( minute );
		return count === 0
			? ''
			: `M${ px( index * step ) } ${ px( bottom - from * unit ) }h${ px( width ) }v${ px( -count * unit ) }h${ px( -width ) }z`;
	} );
	return html`<path class="area ${ tone }" d="${ shapes.join( '' ) }" />`;
}

interface PurgeMark {
	x: number;
	words: string;
	/** Where the words lie: before the line, or after it near the left edge. */
	isBefore: boolean;
	from: number;
	to: number;
}

function markOf( purge: CachePurge, x: number ): PurgeMark {
	const words = `${ clockWords( purge.at ) } purged ${ purge.by }`;
	const width = words.length * LETTER_WIDTH + 8;
	const isBefore = x > width;
	return {
		x,
		words,
		isBefore,
		from: isBefore ? x - width : x,
		to: isBefore ? x : x + width,
	};
}

/**
 * Draws the purges; the newest has its words, an older one where they have room.
 */
function purgeMarks( given: BarChart, scale: Scale, size: ChartSize ): Html[] {
	const begin = given.minutes[ 0 ]?.at.getTime() ?? 0;
	const drawn: Html[] = [];
	let room = size.width + 1;
	for ( const purge of given.purges.toReversed() ) {
		const minutes = ( purge.at.getTime() - begin ) / MINUTE_MS;
		const x =
			Math.min(
				Math.floor( Math.max( 0, minutes ) ) * scale.step,
				size.width
			) - 1;
		const mark = markOf( purge, x );
		const isNamed =
			mark.to <= room && ( mark.isBefore || mark.to <= size.width );
		// A line without words stays below those of the others.
		const top = isNamed ? LABEL_TOP : LABEL_BOTTOM;
		drawn.push( chartLine( [ x, top ], [ x, scale.bottom ], 'purge' ) );
		if ( isNamed ) {
			room = mark.from;
			drawn.push(
				chartText(
					mark.isBefore ? x - 6 : x + 6,
					21,
					`label strong${ mark.isBefore ? ' end' : '' }`,
					mark.words
				)
			);
		}
	}
	return drawn;
}

/** Draws the requests of an hour. */
export function barChart( given: BarChart ): Html {
	const { minutes, finding } = given;
	return chart(
		finding,
		() => HEIGHT,
		( size ) => {
			const scale = scaleOf( minutes, size );
			const first = minutes[ 0 ];
			const last = minutes.at( -1 );
			const foot = scale.bottom + 18;
			return [
				bars( minutes, scale, 'tone-1', ( { misses } ) => ( {
					from: 0,
					count: misses,
				} ) ),
				bars( minutes, scale, 'tone-0', ( { hits, misses } ) => ( {
					from: misses,
					count: hits,
				} ) ),
				chartLine(
					[ 0, scale.bottom ],
					[ size.width, scale.bottom ],
					'grid'
				),
				purgeMarks( given, scale, size ),
				first && chartText( 0, foot, 'axis', clockWords( first.at ) ),
				last &&
					chartText(
						size.width,
						foot,
						'axis end',
						clockWords( new Date( last.at.getTime() + MINUTE_MS ) )
					),
			];
		}
	);
}

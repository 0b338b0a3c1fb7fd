/**
 * Draws how sizes of several things add up over days: layers on each other, with names and values at their ends.
 */
import type { ChartSize, Plot } from './chart.ts';
import { chart, chartLine, chartText, gridValues, px } from './chart.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { sizeNumber, sizeUnit, sizeWords } from './sizes.ts';

/** Something that takes room, day by day. */
export interface Layer {
	name: string;
	/** Bytes for each day. */
	values: readonly number[];
	/** The colour's class; see `layerTone`. */
	tone: string;
}

export interface AreaChart {
	/** `YYYY-MM-DD`, oldest first. */
	days: readonly string[];
	/** From the bottom up. */
	layers: readonly Layer[];
	finding: string;
}

const HEIGHT = 252;
const LABEL_WIDTH = 248;
const AXIS_WIDTH = 54;
const LABEL_GAP = 17;
const LABEL_LETTERS = 25;
const FOOT = 32;
const HEAD = 12;

const DAY = new Intl.DateTimeFormat( 'en-GB', {
	day: 'numeric',
	month: 'short',
	timeZone: 'UTC',
} );

/** Says a day, for example "5 Nov". */
export function dayWords( date: string ): string {
	return DAY.format( new Date( `${ date }T00:00:00Z` ) );
}

/**
 * Names the colour of a layer: the accent for the first, greys that lie well apart for the others.
 *
 * @param index Which layer, from the bottom.
 * @param count How many there are.
 */
export function layerTone( index: number, count: number ): string {
	return `tone-${ count <= 4 && index > 0 ? index * 2 - 1 : index }`;
}

interface Scales {
	x: ( day: number ) => number;
	y: ( bytes: number ) => number;
	plot: Plot;
	/** The highest sum of a day. */
	max: number;
}

function sums( layers: readonly Layer[], days: number ): number[][] {
	const below: number[][] = [ new Array< number >( days ).fill( 0 ) ];
	for ( const { values } of layers ) {
		const last = below.at( -1 ) ?? [];
		below.push(
			last.map( ( value, day ) => value + ( values[ day ] ?? 0 ) )
		);
	}
	return below;
}

function scalesOf( size: ChartSize, days: number, top: number ): Scales {
	const plot: Plot = {
		left: AXIS_WIDTH,
		right: size.width - ( size.name === 'narrow' ? 1 : LABEL_WIDTH ),
		top: HEAD,
		bottom: size.height - FOOT,
	};
	const max = top > 0 ? top : 1e6;
	return {
		plot,
		max,
		x: ( day ) =>
			plot.left + ( ( plot.right - plot.left ) * day ) / ( days - 1 ),
		y: ( bytes ) =>
			plot.bottom - ( ( plot.bottom - plot.top ) * bytes ) / max,
	};
}

function grid( { y, plot, max }: Scales ): Html[] {
	const values = gridValues( max );
	const unit = sizeUnit( values.at( -1 ) ?? 0 );
	const digits = values.every( ( value ) => ( value / unit.bytes ) % 1 === 0 )
		? 0
		: 1;
	return values.map( ( value, index ) => {
		const isTop = index === values.length - 1;
		const words =
			value === 0
				? '0'
				: `${ ( value / unit.bytes ).toFixed( digits ) }${ isTop ? ` ${ unit.name }` : '' }`;
		return html`${ chartLine( [ plot.left, y( value ) ], [ plot.right, y( value ) ], 'grid' ) }${ chartText( plot.left - 8, y( value ) + 4, 'axis end', words ) }`;
	} );
}

function area(
	layer: Layer,
	lower: readonly number[],
	upper: readonly number[],
	{ x, y }: Scales
): Html {
	const point = ( bytes: number, day: number ) =>
		`${ px( x( day ) ) } ${ px( y( bytes ) ) }`;
	const line = upper.map( point ).join( 'L' );
	const back = lower.map( point ).reverse().join( 'L' );
	return html`<path
			class="area ${ layer.tone }"
			d="M${ line }L${ back }z"
		/><path class="gap" d="M${ line }" />`;
}

function shorten( name: string ): string {
	return name.length > LABEL_LETTERS
		? `${ name.slice( 0, LABEL_LETTERS - 1 ) }…`
		: name;
}

/**
 * Moves labels apart that would lie on each other: from the bottom up, then back down from the top.
 */
function spread( wanted: readonly number[], plot: Plot ): number[] {
	const placed: number[] = [];
	for ( const y of wanted ) {
		const limit =
			( placed.at( -1 ) ?? plot.bottom + LABEL_GAP ) - LABEL_GAP;
		placed.push( Math.min( y, limit ) );
	}
	for ( let index = placed.length - 1; index >= 0; index-- ) {
		const above = placed[ index + 1 ];
		const limit = above === undefined ? plot.top : above + LABEL_GAP;
		placed[ index ] = Math.max( Number( placed[ index ] ), limit );
	}
	return placed;
}

function endLabels(
	layers: readonly Layer[],
	levels: readonly number[][],
	{ y, plot }: Scales
): Html[] {
	const ends = levels.map( ( level ) => level.at( -1 ) ?? 0 );
	const middles = layers.map( ( _layer, index ) =>
		y( ( Number( ends[ index ] ) + Number( ends[ index + 1 ] ) ) / 2 )
	);
	const places = spread( middles, plot );
	return layers.map( ( { name, values }, index ) =>
		chartText(
			plot.right + 12,
			Number( places[ index ] ) + 4,
			index === 0 ? 'label strong' : 'label',
			html`${ shorten( name ) }<tspan dx="6" class="strong"
					>${ sizeWords( values.at( -1 ) ?? 0 ) }</tspan
				>`
		)
	);
}

function dayLabels(
	days: readonly string[],
	scales: Scales,
	size: ChartSize
): Html[] {
	const { x, plot } = scales;
	const foot = plot.bottom + 20;
	const last = days.length - 1;
	const middle = Math.floor( last / 2 );
	const label = ( day: number, names: string ) =>
		chartText( x( day ), foot, names, dayWords( days[ day ] ?? '' ) );
	const isOne = days[ 0 ] === days[ last ];
	return [
		label( 0, 'axis' ),
		...( size.name === 'wide' && last > 6
			? [ label( middle, 'axis middle' ) ]
			: [] ),
		...( isOne ? [] : [ label( last, 'axis end' ) ] ),
	];
}

/** Gives a single day a width: it is drawn as level. */
function widened( given: AreaChart ): AreaChart {
	if ( given.days.length !== 1 ) {
		return given;
	}
	const twice = < T >( items: readonly T[] ): T[] => [ ...items, ...items ];
	return {
		...given,
		days: twice( given.days ),
		layers: given.layers.map( ( layer ) => ( {
			...layer,
			values: twice( layer.values ),
		} ) ),
	};
}

/**
 * Draws layers of sizes over days.
 *
 * @param given Days, at least one, and layers.
 */
export function areaChart( given: AreaChart ): Html {
	const { days, layers, finding } = widened( given );
	const levels = sums( layers, days.length );
	const top = Math.max( ...( levels.at( -1 ) ?? [ 0 ] ) );
	return chart(
		finding,
		() => HEIGHT,
		( size ) => {
			const scales = scalesOf( size, days.length, top );
			return [
				grid( scales ),
				layers.map( ( layer, index ) =>
					area(
						layer,
						levels[ index ] ?? [],
						levels[ index + 1 ] ?? [],
						scales
					)
				),
				dayLabels( days, scales, size ),
				size.name !== 'narrow' && endLabels( layers, levels, scales ),
			];
		}
	);
}

/** Says the finding of a chart of sizes. */
export function areaFinding(
	days: readonly string[],
	layers: readonly Layer[]
): string {
	const levels = sums( layers, days.length ).at( -1 ) ?? [];
	const first = levels[ 0 ] ?? 0;
	const last = levels.at( -1 ) ?? 0;
	const parts = layers.map(
		( { name, values } ) =>
			`${ name } ${ sizeWords( values.at( -1 ) ?? 0 ) }`
	);
	const since = `${ dayWords( days[ 0 ] ?? '' ) } to ${ dayWords( days.at( -1 ) ?? '' ) }`;
	const unit = sizeUnit( Math.max( first, last ) );
	return `Disk usage, ${ since }: together ${ sizeNumber( first, unit ) } ${ unit.name } at first, ${ sizeNumber( last, unit ) } ${ unit.name } now. ${ parts.join( ', ' ) }.`;
}

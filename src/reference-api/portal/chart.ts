/**
 * What all charts share: sizes, scales and the frame. The server draws them as SVG of classes and attributes alone, in
 * several widths of which the stylesheet shows one, so that text is never scaled.
 */
import type { HtmlValue } from './html.ts';
import { Html, escapeHtml, html } from './html.ts';

/** A width to draw for. */
export interface ChartSize {
	name: 'wide' | 'middle' | 'narrow';
	width: number;
	height: number;
}

/** Where the data lies within a chart. */
export interface Plot {
	left: number;
	right: number;
	top: number;
	bottom: number;
}

/** The widths that every chart is drawn in. */
export const CHART_WIDTHS = [
	{ name: 'wide', width: 1046 },
	{ name: 'middle', width: 600 },
	{ name: 'narrow', width: 294 },
] as const;

const NICE = [ 1, 2, 2.5, 5, 10 ];

/**
 * Finds the values of grid lines from zero up: round numbers, at most three steps, the last one near the top.
 *
 * @param max The largest value, above zero.
 */
export function gridValues( max: number ): number[] {
	const rough = max / 3.1;
	const power = 10 ** Math.floor( Math.log10( rough ) );
	const step =
		( NICE.find( ( nice ) => nice * power >= rough ) ?? 10 ) * power;
	const count = Math.max( 1, Math.floor( max / step + 1e-9 ) );
	return Array.from(
		{ length: count + 1 },
		( _item, index ) => index * step
	);
}

/** Writes a coordinate. */
export function px( value: number ): string {
	return String( Math.round( value * 10 ) / 10 );
}

/**
 * Writes text into a chart.
 *
 * @param x Where it begins, or ends.
 */
export function chartText(
	x: number,
	y: number,
	names: string,
	content: HtmlValue
): Html {
	return html`<text x="${ px( x ) }" y="${ px( y ) }" class="${ names }"
		>${ content }</text
	>`;
}

/**
 * Draws a line.
 *
 * @param from Where it begins, x and y.
 * @param to   Where it ends, x and y.
 */
export function chartLine(
	from: readonly [ number, number ],
	to: readonly [ number, number ],
	names: string
): Html {
	return html`<line
		x1="${ px( from[ 0 ] ) }"
		y1="${ px( from[ 1 ] ) }"
		x2="${ px( to[ 0 ] ) }"
		y2="${ px( to[ 1 ] ) }"
		class="${ names }"
	/>`;
}

/**
 * Draws a chart in each of its widths.
 *
 * @param finding What it shows, in words: its name for those who do not see it.
 * @param height  How high it is at a width.
 * @param draw    Draws what is inside.
 */
export function chart(
	finding: string,
	height: ( width: number ) => number,
	draw: ( size: ChartSize ) => HtmlValue
): Html {
	const drawn = CHART_WIDTHS.map( ( { name, width } ) => {
		const size = { name, width, height: height( width ) };
		const { markup } = html`${ draw( size ) }`;
		return new Html(
			`<svg class="chart chart-${ name }" viewBox="0 0 ${ width } ${ size.height }" width="${ width }" height="${ size.height }" role="img" aria-label="${ escapeHtml( finding ) }" focusable="false">${ markup }</svg>`
		);
	} );
	return html`<div class="chart-frame">${ drawn }</div>`;
}

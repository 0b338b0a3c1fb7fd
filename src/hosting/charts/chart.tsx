import { lazy, Suspense, useState } from '@wordpress/element';
import type { ReactNode } from 'react';
import { __ } from '../i18n.ts';
import { seriesColor } from './series.ts';
import type { DaysChartProps, MinutesChartProps, Series } from './series.ts';
import './charts.css';

// The chart library is larger than all screens: pages without a chart do not load it.
// Eager in wp-admin, where the hosting tab is one script.
const LazyDaysChart = lazy(
	() => import( /* webpackMode: "eager" */ './days-chart.tsx' )
);
const LazyMinutesChart = lazy(
	() => import( /* webpackMode: "eager" */ './minutes-chart.tsx' )
);

export function Swatch( { index }: { index: number } ) {
	return (
		<i
			className="hd-swatch"
			style={ { background: seriesColor( index ) } }
		/>
	);
}

function Chart( {
	series,
	children,
}: {
	series: readonly Series[];
	children: ReactNode;
} ) {
	return (
		<div className="hd-chart" dir="ltr">
			<Suspense fallback={ <div className="hd-chart__loading" /> }>
				{ children }
			</Suspense>
			<ul className="hd-chart__legend">
				{ series.map( ( { name }, index ) => (
					<li key={ name }>
						<Swatch index={ index } /> { name }
					</li>
				) ) }
			</ul>
		</div>
	);
}

export function DaysChart( props: DaysChartProps ) {
	return (
		<Chart series={ props.series }>
			<LazyDaysChart { ...props } />
		</Chart>
	);
}

export function MinutesChart( props: MinutesChartProps ) {
	return (
		<Chart series={ props.series }>
			<LazyMinutesChart { ...props } />
		</Chart>
	);
}

interface TableProps {
	/** What the numbers are. */
	label: string;
	/** The title of the first column. */
	positionTitle: string;
	/** Words for each row, oldest first. */
	positions: readonly string[];
	series: readonly Series[];
	valueLabel: ( value: number | null ) => string;
}

/** The numbers of a chart, latest first. Its rows exist only while it is open. */
export function ChartTable( {
	label,
	positionTitle,
	positions,
	series,
	valueLabel,
}: TableProps ) {
	const [ isOpen, setOpen ] = useState( false );
	const rows = isOpen ? [ ...positions.keys() ].reverse() : [];
	return (
		<details
			className="hd-chart__table"
			onToggle={ ( event ) => setOpen( event.currentTarget.open ) }
		>
			<summary>{ __( 'Show all values', 'headless-deploy' ) }</summary>
			{ /* Scrolls sideways, so the keyboard has to reach it. */ }
			{  }
			<div role="region" aria-label={ label } tabIndex={ 0 }>
				<table>
					<thead>
						<tr>
							<th scope="col">{ positionTitle }</th>
							{ series.map( ( { name } ) => (
								<th key={ name } scope="col">
									{ name }
								</th>
							) ) }
						</tr>
					</thead>
					<tbody>
						{ rows.map( ( at ) => (
							<tr key={ at }>
								<th scope="row">{ positions[ at ] }</th>
								{ series.map( ( { name, values } ) => (
									<td key={ name }>
										{ valueLabel( values[ at ] ?? null ) }
									</td>
								) ) }
							</tr>
						) ) }
					</tbody>
				</table>
			</div>
		</details>
	);
}

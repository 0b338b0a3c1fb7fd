import { lazy, Suspense, useState } from '@wordpress/element';
import type { ReactNode } from 'react';
import { __ } from '../../ui/i18n.ts';
import { seriesColor } from './series.ts';
import type { ChartProps } from './series.ts';
import './charts.css';

// The chart library is larger than all screens: pages without a chart do not load it.
// Eager in wp-admin, where the hosting tab is one script.
const Drawing = lazy(
	() => import( /* webpackMode: "eager" */ './drawing.tsx' )
);

export function Swatch( { index }: { index: number } ) {
	return (
		<i
			className="hd-swatch"
			style={ { background: seriesColor( index ) } }
		/>
	);
}

interface Props extends ChartProps {
	/** What a position is: the title of the table’s first column. */
	positionTitle: string;
	/** Between the chart and the table of its values. */
	children?: ReactNode;
}

/** A chart with its legend, and a table of its values. */
export function Chart( { children, ...props }: Props ) {
	return (
		<>
			<div className="hd-chart" dir="ltr">
				<Suspense fallback={ <div className="hd-chart__loading" /> }>
					<Drawing { ...props } />
				</Suspense>
				<ul className="hd-chart__legend">
					{ props.series.map( ( { name }, index ) => (
						<li key={ name }>
							<Swatch index={ index } /> { name }
						</li>
					) ) }
				</ul>
			</div>
			{ children }
			<Values { ...props } />
		</>
	);
}

/** The values of a chart, latest first. Its rows exist only while it is open. */
function Values( {
	label,
	positionTitle,
	positions,
	positionLabel,
	series,
	valueLabel,
}: Props ) {
	const [ isOpen, setOpen ] = useState( false );
	const rows = isOpen ? [ ...positions.entries() ].reverse() : [];
	return (
		<details
			className="hd-chart__table"
			onToggle={ ( event ) => setOpen( event.currentTarget.open ) }
		>
			<summary>{ __( 'Show all values', 'headless-deploy' ) }</summary>
			{ /* Scrolls sideways, so the keyboard has to reach it. */ }
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
						{ rows.map( ( [ index, position ] ) => (
							<tr key={ position }>
								<th scope="row">
									{ positionLabel( position ) }
								</th>
								{ series.map( ( { name, values } ) => (
									<td key={ name }>
										{ valueLabel(
											values[ index ] ?? null
										) }
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

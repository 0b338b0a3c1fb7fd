import {
	Area,
	AreaChart,
	Bar,
	BarChart,
	CartesianGrid,
	ReferenceLine,
	ResponsiveContainer,
	Tooltip,
	XAxis,
	YAxis,
} from 'recharts';
import type { TooltipContentProps } from 'recharts';
import { rowsOf, seriesColor } from './series.ts';
import type { ChartProps } from './series.ts';

const AREAS_HEIGHT = 260;
const BARS_HEIGHT = 220;
const BAR_HEIGHT = 44;

/** The values of the position that the pointer or the keyboard is at. */
function tooltipOf( { series, positionLabel, valueLabel }: ChartProps ) {
	return function Content( {
		active,
		label,
		payload,
	}: Pick< TooltipContentProps, 'active' | 'label' | 'payload' > ) {
		const at = payload[ 0 ]?.payload?.index as number | undefined;
		return active && at !== undefined ? (
			<div className="hd-chart__tooltip">
				<strong>{ positionLabel( String( label ) ) }</strong>
				{ series.map( ( { name, values }, index ) => (
					<span key={ name }>
						<i style={ { background: seriesColor( index ) } } />
						{ name } <b>{ valueLabel( values[ at ] ?? null ) }</b>
					</span>
				) ) }
			</div>
		) : null;
	};
}

/** The layers, which add up. */
function layersOf( { series, form }: ChartProps, isArea: boolean ) {
	return series.map( ( { name }, index ) => {
		const layer = {
			name,
			dataKey: `values[${ index }]`,
			stackId: 'all',
			fill: seriesColor( index ),
			isAnimationActive: false,
			...( form === 'areas' ? { stroke: 'var(--hd-surface)' } : {} ),
		};
		return isArea ? (
			<Area
				key={ name }
				{ ...layer }
				type="linear"
				fillOpacity={ 1 }
				activeDot={ false }
			/>
		) : (
			<Bar key={ name } { ...layer } />
		);
	} );
}

/** A single day as one bar: an area needs two days. */
function SingleBar( props: ChartProps ) {
	const { label, positions, series } = props;
	return (
		<ResponsiveContainer width="100%" height={ BAR_HEIGHT }>
			<BarChart
				layout="vertical"
				data={ rowsOf( positions, series ) }
				title={ label }
				margin={ { top: 0, right: 0, bottom: 0, left: 0 } }
			>
				<XAxis type="number" domain={ [ 0, 'dataMax' ] } hide />
				<YAxis type="category" dataKey="at" hide />
				<Tooltip cursor={ false } content={ tooltipOf( props ) } />
				{ layersOf( props, false ) }
			</BarChart>
		</ResponsiveContainer>
	);
}

/** Draws how values add up over time. */
export default function Drawing( props: ChartProps ) {
	const { label, form, series, positions, positionLabel, valueLabel } = props;
	const isArea = form === 'areas';
	if ( isArea && positions.length === 1 ) {
		return <SingleBar { ...props } />;
	}
	const Layers = isArea ? AreaChart : BarChart;
	const lineAt = ( time: string ) =>
		positions.findLast( ( at ) => Date.parse( at ) <= Date.parse( time ) );
	return (
		<ResponsiveContainer
			width="100%"
			height={ isArea ? AREAS_HEIGHT : BARS_HEIGHT }
		>
			<Layers data={ rowsOf( positions, series ) } title={ label }>
				<CartesianGrid vertical={ false } />
				<XAxis
					dataKey="at"
					tickFormatter={ positionLabel }
					minTickGap={ 60 }
				/>
				<YAxis
					width={ isArea ? 64 : 44 }
					allowDecimals={ isArea }
					axisLine={ false }
					tickLine={ false }
					{ ...( isArea ? { tickFormatter: valueLabel } : {} ) }
				/>
				<Tooltip
					isAnimationActive={ false }
					content={ tooltipOf( props ) }
					{ ...( isArea
						? {}
						: { cursor: { fill: 'var(--hd-sunken)' } } ) }
				/>
				{ layersOf( props, isArea ) }
				{ props.marks?.map( ( time ) => (
					<ReferenceLine
						key={ time }
						x={ lineAt( time ) ?? '' }
						stroke="var(--hd-text)"
						strokeWidth={ 1.5 }
						strokeDasharray="2 3"
					/>
				) ) }
			</Layers>
		</ResponsiveContainer>
	);
}

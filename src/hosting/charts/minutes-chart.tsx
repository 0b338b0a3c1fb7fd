import {
	Bar,
	BarChart,
	CartesianGrid,
	ReferenceLine,
	ResponsiveContainer,
	Tooltip,
	XAxis,
	YAxis,
} from 'recharts';
import { chartTooltip } from './chart-tooltip.tsx';
import { rowsOf, seriesColor } from './series.ts';
import type { MinutesChartProps } from './series.ts';

const HEIGHT = 220;

/** Counts of the last minutes, with a line at each purge. */
export default function MinutesChart( {
	minutes,
	purges,
	series,
	minuteLabel,
	valueLabel,
	label,
}: MinutesChartProps ) {
	const minuteOf = ( time: string ) =>
		minutes.findLast(
			( minute ) => Date.parse( minute ) <= Date.parse( time )
		);
	return (
		<ResponsiveContainer width="100%" height={ HEIGHT }>
			<BarChart data={ rowsOf( minutes, series ) } title={ label }>
				<CartesianGrid vertical={ false } />
				<XAxis
					dataKey="at"
					tickFormatter={ minuteLabel }
					minTickGap={ 60 }
				/>
				<YAxis
					width={ 44 }
					allowDecimals={ false }
					axisLine={ false }
					tickLine={ false }
				/>
				<Tooltip
					isAnimationActive={ false }
					cursor={ { fill: 'var(--hd-sunken)' } }
					content={ chartTooltip( {
						series,
						valueLabel,
						positionLabel: minuteLabel,
					} ) }
				/>
				{ series.map( ( { name }, index ) => (
					<Bar
						key={ name }
						name={ name }
						dataKey={ `values[${ index }]` }
						stackId="all"
						fill={ seriesColor( index ) }
						isAnimationActive={ false }
					/>
				) ) }
				{ purges.map( ( purge ) => (
					<ReferenceLine
						key={ purge }
						x={ minuteOf( purge ) ?? '' }
						stroke="var(--hd-text)"
						strokeWidth={ 1.5 }
						strokeDasharray="2 3"
					/>
				) ) }
			</BarChart>
		</ResponsiveContainer>
	);
}

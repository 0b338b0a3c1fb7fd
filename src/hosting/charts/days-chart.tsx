import {
	Area,
	AreaChart,
	Bar,
	BarChart,
	CartesianGrid,
	ResponsiveContainer,
	Tooltip,
	XAxis,
	YAxis,
} from 'recharts';
import { chartTooltip } from './chart-tooltip.tsx';
import { dayLabel, rowsOf, seriesColor } from './series.ts';
import type { DaysChartProps } from './series.ts';

const HEIGHT = 260;
const BAR_HEIGHT = 44;

/** A single day as one bar: an area needs two days. */
function DayBar( { days, series, valueLabel, label }: DaysChartProps ) {
	return (
		<ResponsiveContainer width="100%" height={ BAR_HEIGHT }>
			<BarChart
				layout="vertical"
				data={ rowsOf( days, series ) }
				title={ label }
				margin={ { top: 0, right: 0, bottom: 0, left: 0 } }
			>
				<XAxis type="number" domain={ [ 0, 'dataMax' ] } hide />
				<YAxis type="category" dataKey="at" hide />
				<Tooltip
					cursor={ false }
					content={ chartTooltip( {
						series,
						valueLabel,
						positionLabel: dayLabel,
					} ) }
				/>
				{ series.map( ( { name }, index ) => (
					<Bar
						key={ name }
						name={ name }
						dataKey={ `values[${ index }]` }
						stackId="all"
						fill={ seriesColor( index ) }
						stroke="var(--hd-surface)"
						isAnimationActive={ false }
					/>
				) ) }
			</BarChart>
		</ResponsiveContainer>
	);
}

/** How sizes add up, day by day. */
export default function DaysChart( props: DaysChartProps ) {
	const { days, series, valueLabel, label } = props;
	return days.length === 1 ? (
		<DayBar { ...props } />
	) : (
		<ResponsiveContainer width="100%" height={ HEIGHT }>
			<AreaChart data={ rowsOf( days, series ) } title={ label }>
				<CartesianGrid vertical={ false } />
				<XAxis
					dataKey="at"
					tickFormatter={ dayLabel }
					minTickGap={ 60 }
				/>
				<YAxis
					tickFormatter={ valueLabel }
					width={ 64 }
					axisLine={ false }
					tickLine={ false }
				/>
				<Tooltip
					isAnimationActive={ false }
					content={ chartTooltip( {
						series,
						valueLabel,
						positionLabel: dayLabel,
					} ) }
				/>
				{ series.map( ( { name }, index ) => (
					<Area
						key={ name }
						name={ name }
						dataKey={ `values[${ index }]` }
						stackId="all"
						type="linear"
						fill={ seriesColor( index ) }
						fillOpacity={ 1 }
						stroke="var(--hd-surface)"
						activeDot={ false }
						isAnimationActive={ false }
					/>
				) ) }
			</AreaChart>
		</ResponsiveContainer>
	);
}

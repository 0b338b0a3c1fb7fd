import type { TooltipContentProps } from 'recharts';
import { seriesColor } from './series.ts';
import type { Series } from './series.ts';

interface Props {
	series: readonly Series[];
	/** Names a position. */
	positionLabel: ( position: string ) => string;
	/** Null is “not measured”. */
	valueLabel: ( value: number | null ) => string;
}

/** Shows the values of the position that the pointer or the keyboard is at. */
export function chartTooltip( { series, positionLabel, valueLabel }: Props ) {
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

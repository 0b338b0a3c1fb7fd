import { SelectControl } from '@wordpress/components';
import type { Action } from '../../shared/actions.ts';
import {
	type EnvironmentSettings,
	FREQUENCIES,
	WEEKDAYS,
} from '../../shared/wire.ts';
import { __, _x } from '../../ui/i18n.ts';
import { NumberField, TextField, TimeField } from '../settings/fields.tsx';
import { actionLabel } from '../../live/labels/action.ts';
import { offeredActions } from './policy.ts';
import {
	LAST_DAY,
	LAST_MINUTE,
	type ScheduleFields as Fields,
} from './schedule-form.ts';
import { frequencyLabel, weekdayLabel } from './schedule-text.ts';

interface Props {
	fields: Fields;
	set: < Key extends keyof Fields >( key: Key, value: Fields[ Key ] ) => void;
	errors: Partial< Record< string, string > >;
	environments: readonly EnvironmentSettings[];
	isNew: boolean;
}

interface SelectProps< Value extends string > {
	label: string;
	value: Value;
	choices: readonly Value[];
	labelOf: ( value: Value ) => string;
	onChange: ( value: Value ) => void;
}

function Select< Value extends string >( props: SelectProps< Value > ) {
	const { label, value, choices, labelOf, onChange } = props;
	return (
		<SelectControl
			__next40pxDefaultSize
			__nextHasNoMarginBottom
			label={ label }
			value={ value }
			options={ choices.map( ( choice ) => ( {
				value: choice,
				label: labelOf( choice ),
			} ) ) }
			onChange={ ( chosen ) => onChange( chosen as Value ) }
		/>
	);
}

function ActionFields( { fields, set, environments }: Props ) {
	const environment = environments.find(
		( { id } ) => id === fields.environment
	);
	const offered: Action[] = environment ? offeredActions( environment ) : [];
	// The host may have stopped offering the stored action.
	const actions = offered.includes( fields.action )
		? offered
		: [ fields.action, ...offered ];
	return (
		<>
			{ environments.length > 1 && (
				<Select
					label={ __( 'Environment', 'headless-deploy' ) }
					value={ fields.environment }
					choices={ environments.map( ( { id } ) => id ) }
					labelOf={ ( wanted ) =>
						environments.find( ( { id } ) => id === wanted )
							?.label ?? wanted
					}
					onChange={ ( id ) => set( 'environment', id ) }
				/>
			) }
			<Select
				label={ __( 'Action', 'headless-deploy' ) }
				value={ fields.action }
				choices={ actions }
				labelOf={ actionLabel }
				onChange={ ( action ) => set( 'action', action ) }
			/>
		</>
	);
}

function DayField( { fields, set, errors }: Props ) {
	if ( fields.frequency === 'weekly' ) {
		return (
			<Select
				label={ __( 'Day of the week', 'headless-deploy' ) }
				value={ fields.weekday }
				choices={ WEEKDAYS }
				labelOf={ weekdayLabel }
				onChange={ ( day ) => set( 'weekday', day ) }
			/>
		);
	}
	return fields.frequency === 'monthly' ? (
		<NumberField
			label={ __( 'Day of the month', 'headless-deploy' ) }
			value={ fields.day }
			onChange={ ( day ) => set( 'day', day ) }
			min={ 1 }
			max={ LAST_DAY }
			error={ errors.day ?? '' }
			help={ __(
				'In shorter months, the schedule runs on the last day.',
				'headless-deploy'
			) }
		/>
	) : null;
}

function TimeFields( props: Props ) {
	const { fields, set, errors } = props;
	return (
		<>
			<Select
				label={ __( 'How often', 'headless-deploy' ) }
				value={ fields.frequency }
				choices={ FREQUENCIES }
				labelOf={ frequencyLabel }
				onChange={ ( frequency ) => set( 'frequency', frequency ) }
			/>
			<DayField { ...props } />
			{ fields.frequency === 'hourly' ? (
				<NumberField
					label={ __( 'Minutes past the hour', 'headless-deploy' ) }
					value={ fields.minute }
					onChange={ ( minute ) => set( 'minute', minute ) }
					min={ 0 }
					max={ LAST_MINUTE }
					error={ errors.minute ?? '' }
				/>
			) : (
				<TimeField
					label={ _x( 'Time', 'time of day', 'headless-deploy' ) }
					value={ fields.time }
					onChange={ ( time ) => set( 'time', time ) }
					error={ errors.time ?? '' }
				/>
			) }
		</>
	);
}

/** The fields of a schedule: what, where, how often and when. */
export function ScheduleFields( props: Props ) {
	const { fields, set, errors, isNew } = props;
	return (
		<>
			<ActionFields { ...props } />
			<div className="headless-deploy-schedule__time">
				<TimeFields { ...props } />
			</div>
			<TextField
				label={
					isNew
						? __( 'Name (optional)', 'headless-deploy' )
						: __( 'Name', 'headless-deploy' )
				}
				value={ fields.label }
				onChange={ ( label ) => set( 'label', label ) }
				error={ errors.label ?? '' }
				help={ __(
					'For example Nightly. Shown in the activity log.',
					'headless-deploy'
				) }
			/>
		</>
	);
}

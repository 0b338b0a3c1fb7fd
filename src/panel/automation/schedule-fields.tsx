import { SelectControl } from '@wordpress/components';
import type { Action } from '../../shared/actions.ts';
import {
	type EnvironmentSettings,
	FREQUENCIES,
	type Frequency,
	type Weekday,
	WEEKDAYS,
} from '../../shared/wire.ts';
import { __, _x } from '../i18n.ts';
import { TextField } from '../connections/text-field.tsx';
import { actionLabel } from '../labels/action.ts';
import { NumberField } from './number-field.tsx';
import { offeredActions } from './policy.ts';
import {
	LAST_DAY,
	LAST_MINUTE,
	type ScheduleFields as Fields,
} from './schedule-form.ts';
import { frequencyLabel, weekdayLabel } from './schedule-text.ts';
import { TimeField } from './time-field.tsx';

interface Props {
	fields: Fields;
	set: < Key extends keyof Fields >( key: Key, value: Fields[ Key ] ) => void;
	/** What is wrong, by the name of the field. */
	errors: Partial< Record< string, string > >;
	environments: readonly EnvironmentSettings[];
	/** Whether nothing is stored of it yet. */
	isNew: boolean;
}

const SELECT = {
	__next40pxDefaultSize: true,
	__nextHasNoMarginBottom: true,
} as const;

function ActionFields( { fields, set, environments }: Props ) {
	const environment = environments.find(
		( { id } ) => id === fields.environment
	);
	const offered: Action[] = environment ? offeredActions( environment ) : [];
	// Stored before the host stopped to offer it.
	const actions = offered.includes( fields.action )
		? offered
		: [ fields.action, ...offered ];
	return (
		<>
			{ environments.length > 1 && (
				<SelectControl
					{ ...SELECT }
					label={ __( 'Environment', 'headless-deploy' ) }
					value={ fields.environment }
					options={ environments.map( ( { id, label } ) => ( {
						value: id,
						label,
					} ) ) }
					onChange={ ( id ) => set( 'environment', id ) }
				/>
			) }
			<SelectControl
				{ ...SELECT }
				label={ __( 'Action', 'headless-deploy' ) }
				value={ fields.action }
				options={ actions.map( ( value ) => ( {
					value,
					label: actionLabel( value ),
				} ) ) }
				onChange={ ( action ) => set( 'action', action as Action ) }
			/>
		</>
	);
}

function DayField( { fields, set, errors }: Props ) {
	if ( fields.frequency === 'weekly' ) {
		return (
			<SelectControl
				{ ...SELECT }
				label={ __( 'Day of the week', 'headless-deploy' ) }
				value={ fields.weekday }
				options={ WEEKDAYS.map( ( value ) => ( {
					value,
					label: weekdayLabel( value ),
				} ) ) }
				onChange={ ( day ) => set( 'weekday', day as Weekday ) }
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
			<SelectControl
				{ ...SELECT }
				label={ __( 'How often', 'headless-deploy' ) }
				value={ fields.frequency }
				options={ FREQUENCIES.map( ( value ) => ( {
					value,
					label: frequencyLabel( value ),
				} ) ) }
				onChange={ ( often ) => set( 'frequency', often as Frequency ) }
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

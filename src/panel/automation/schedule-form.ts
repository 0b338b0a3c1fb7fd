import type { Action } from '../../shared/actions.ts';
import type {
	EnvironmentSettings,
	Frequency,
	Schedule,
	ScheduleInput,
	Weekday,
} from '../../shared/wire.ts';
import { __ } from '../../ui/i18n.ts';
import type { Difference } from '../settings/conflict.ts';
import type { Draft } from '../settings/use-draft.ts';
import { scheduleText } from './schedule-text.ts';

export const LAST_DAY = 31;
export const LAST_MINUTE = 59;

/** A schedule as typed. */
export interface ScheduleFields {
	label: string;
	environment: string;
	action: Action;
	frequency: Frequency;
	weekday: Weekday;
	day: string;
	/** Unless hourly. */
	time: string;
	/** If hourly. */
	minute: string;
}

/**
 * Fills the fields that the frequency does not use with defaults.
 *
 * @param schedule Null for a new schedule.
 * @param defaults Environment and action of a new schedule.
 */
export function fieldsOf(
	schedule: Schedule | null,
	defaults: Pick< ScheduleFields, 'environment' | 'action' >
): ScheduleFields {
	const isHourly = schedule?.frequency === 'hourly';
	const time = schedule?.time ?? '03:00';
	return {
		label: schedule?.label ?? '',
		environment: schedule?.environment ?? defaults.environment,
		action: schedule?.action ?? defaults.action,
		frequency: schedule?.frequency ?? 'daily',
		weekday: schedule?.weekday ?? 'monday',
		day: String( schedule?.day ?? 1 ),
		time: isHourly ? '03:00' : time,
		minute: isHourly ? String( Number( time.slice( -2 ) ) ) : '0',
	};
}

function isWholeNumberBetween(
	typed: string,
	min: number,
	max: number
): boolean {
	const value = /^\d{1,2}$/.test( typed.trim() ) ? Number( typed ) : -1;
	return value >= min && value <= max;
}

/** Checks the fields that the frequency needs. */
export function scheduleProblems( {
	frequency,
	day,
	time,
	minute,
}: ScheduleFields ): Partial< Record< keyof ScheduleFields, string > > {
	const problems: ReturnType< typeof scheduleProblems > = {};
	if ( frequency === 'hourly' ) {
		if ( ! isWholeNumberBetween( minute, 0, LAST_MINUTE ) ) {
			problems.minute = __(
				'Enter a whole number from 0 to 59.',
				'headless-deploy'
			);
		}
		return problems;
	}
	if (
		frequency === 'monthly' &&
		! isWholeNumberBetween( day, 1, LAST_DAY )
	) {
		problems.day = __(
			'Enter a whole number from 1 to 31.',
			'headless-deploy'
		);
	}
	if ( ! /^([01]\d|2[0-3]):[0-5]\d$/.test( time ) ) {
		problems.time = __(
			'Enter a time of day, for example 03:00.',
			'headless-deploy'
		);
	}
	return problems;
}

/** Makes the body of a write from valid fields. The server names a schedule without a name. */
export function scheduleInput( fields: ScheduleFields ): ScheduleInput {
	const { label, environment, action, frequency } = fields;
	return {
		...( label.trim() === '' ? {} : { label: label.trim() } ),
		environment,
		action,
		frequency,
		weekday: frequency === 'weekly' ? fields.weekday : null,
		day: frequency === 'monthly' ? Number( fields.day ) : null,
		time:
			frequency === 'hourly'
				? `00:${ fields.minute.trim().padStart( 2, '0' ) }`
				: fields.time,
	};
}

/** Describes valid fields: “Clean Rebuild every day at 03:00”. */
export function fieldsText( fields: ScheduleFields ): string {
	const { time = '', weekday, day } = scheduleInput( fields );
	return scheduleText( {
		...fields,
		time,
		weekday: weekday ?? null,
		day: day ?? null,
	} );
}

/**
 * Applies the edited fields to the values that another user saved.
 *
 * @param savedValues Null if unknown.
 */
export function mergeDraft(
	draft: Draft< ScheduleFields >,
	savedValues: ScheduleFields | null
): ScheduleFields {
	return { ...( savedValues ?? draft.values ), ...draft.changed };
}

/** Lists the fields of a schedule that another user saved with other values. */
export function scheduleDifferences(
	draft: Draft< ScheduleFields >,
	savedValues: ScheduleFields,
	environments: readonly Pick< EnvironmentSettings, 'id' | 'label' >[]
): Difference[] {
	const ownFields = mergeDraft( draft, savedValues );
	const environmentLabel = ( { environment }: ScheduleFields ) =>
		environments.find( ( { id } ) => id === environment )?.label ??
		environment;
	return [
		{
			name: __( 'Environment', 'headless-deploy' ),
			saved: environmentLabel( savedValues ),
			ownValue: environmentLabel( ownFields ),
		},
		{
			name: __( 'Name', 'headless-deploy' ),
			saved: savedValues.label,
			ownValue: ownFields.label,
		},
		{
			name: __( 'Action', 'headless-deploy' ),
			saved: fieldsText( savedValues ),
			ownValue: fieldsText( ownFields ),
		},
	].filter( ( one ) => one.saved !== one.ownValue );
}

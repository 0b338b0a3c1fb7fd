import type { Action } from '../../shared/actions.ts';
import type {
	Frequency,
	Schedule,
	ScheduleInput,
	Weekday,
} from '../../shared/wire.ts';
import { __ } from '../i18n.ts';

export const LAST_DAY = 31;
export const LAST_MINUTE = 59;

/** A schedule as it is typed. */
export interface ScheduleFields {
	label: string;
	environment: string;
	action: Action;
	frequency: Frequency;
	weekday: Weekday;
	day: string;
	/** Of all but the hourly ones. */
	time: string;
	/** Of an hourly one. */
	minute: string;
}

/**
 * Returns the fields of a schedule; those that its frequency has no use for have what is usual.
 *
 * @param schedule The schedule, null for a new one.
 * @param usual    Environment and action of a new one.
 */
export function fieldsOf(
	schedule: Schedule | null,
	usual: Pick< ScheduleFields, 'environment' | 'action' >
): ScheduleFields {
	const isHourly = schedule?.frequency === 'hourly';
	const time = schedule?.time ?? '03:00';
	return {
		label: schedule?.label ?? '',
		environment: schedule?.environment ?? usual.environment,
		action: schedule?.action ?? usual.action,
		frequency: schedule?.frequency ?? 'daily',
		weekday: schedule?.weekday ?? 'monday',
		day: String( schedule?.day ?? 1 ),
		time: isHourly ? '03:00' : time,
		minute: isHourly ? String( Number( time.slice( -2 ) ) ) : '0',
	};
}

function wholeNumber( typed: string, least: number, most: number ): boolean {
	const value = /^\d{1,2}$/.test( typed.trim() ) ? Number( typed ) : -1;
	return value >= least && value <= most;
}

/**
 * Says what is wrong with the fields that the frequency needs, by the name of the field.
 */
export function scheduleProblems( {
	frequency,
	day,
	time,
	minute,
}: ScheduleFields ): Partial< Record< keyof ScheduleFields, string > > {
	if ( frequency === 'hourly' ) {
		return wholeNumber( minute, 0, LAST_MINUTE )
			? {}
			: {
					minute: __(
						'Enter a whole number from 0 to 59.',
						'headless-deploy'
					),
				};
	}
	const isDay = frequency !== 'monthly' || wholeNumber( day, 1, LAST_DAY );
	const isTime = /^([01]\d|2[0-3]):[0-5]\d$/.test( time );
	return {
		...( isDay
			? {}
			: {
					day: __(
						'Enter a whole number from 1 to 31.',
						'headless-deploy'
					),
				} ),
		...( isTime
			? {}
			: {
					time: __(
						'Enter a time of day, for example 03:00.',
						'headless-deploy'
					),
				} ),
	};
}

/**
 * Makes the body of a write. Without a name it is left to the server to find one.
 *
 * @param fields As typed, without problems.
 */
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

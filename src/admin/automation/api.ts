import apiFetch from '@wordpress/api-fetch';
import type {
	GeneralInput,
	GeneralSettings,
	Schedule,
	ScheduleInput,
} from '../../shared/wire.ts';

const SETTINGS = '/headless-deploy/v1/settings';

function schedulePath( id: string ): string {
	return `${ SETTINGS }/schedules/${ encodeURIComponent( id ) }`;
}

/**
 * Changes what counts as a change, unless somebody else did so meanwhile (412).
 *
 * @param etag  The version that the change was made on.
 * @param input Only what changes.
 */
export function updateGeneral(
	etag: string,
	input: GeneralInput
): Promise< GeneralSettings > {
	return apiFetch< GeneralSettings >( {
		path: `${ SETTINGS }/general`,
		method: 'PUT',
		headers: { 'If-Match': etag },
		data: input,
	} );
}

/** Asks for all schedules. */
export async function fetchSchedules(): Promise< Schedule[] > {
	const { schedules } = await apiFetch< { schedules: Schedule[] } >( {
		path: `${ SETTINGS }/schedules`,
	} );
	return schedules;
}

/**
 * Adds a schedule.
 *
 * @param input All that it needs.
 */
export function createSchedule( input: ScheduleInput ): Promise< Schedule > {
	return apiFetch< Schedule >( {
		path: `${ SETTINGS }/schedules`,
		method: 'POST',
		data: input,
	} );
}

/**
 * Changes a schedule, unless somebody else did so meanwhile (412).
 *
 * @param id    Id of the schedule.
 * @param etag  The version that the change was made on.
 * @param input Only what changes.
 */
export function updateSchedule(
	id: string,
	etag: string,
	input: Partial< ScheduleInput >
): Promise< Schedule > {
	return apiFetch< Schedule >( {
		path: schedulePath( id ),
		method: 'PUT',
		headers: { 'If-Match': etag },
		data: input,
	} );
}

/**
 * Removes a schedule.
 *
 * @param id   Id of the schedule.
 * @param etag The version that was shown to the person who confirmed.
 */
export async function deleteSchedule(
	id: string,
	etag: string
): Promise< void > {
	await apiFetch( {
		path: schedulePath( id ),
		method: 'DELETE',
		headers: { 'If-Match': etag },
	} );
}

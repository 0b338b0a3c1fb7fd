import apiFetch from '@wordpress/api-fetch';
import type {
	GeneralInput,
	GeneralSettings,
	Schedule,
	ScheduleInput,
} from '../../shared/wire.ts';
import { checkedResponse } from '../live/response-guard.ts';

const SETTINGS = '/headless-deploy/v1/settings';

function schedulePath( id: string ): string {
	return `${ SETTINGS }/schedules/${ encodeURIComponent( id ) }`;
}

/**
 * Changes what counts as a change, unless another user saved first (412).
 *
 * @param etag The version that the change was made on.
 */
export async function updateGeneral(
	etag: string,
	input: GeneralInput
): Promise< GeneralSettings > {
	const fresh = await apiFetch< GeneralSettings >( {
		path: `${ SETTINGS }/general`,
		method: 'PUT',
		headers: { 'If-Match': etag },
		data: input,
	} );
	return checkedResponse( fresh, 'etag' );
}

/** Asks for all schedules. */
export async function fetchSchedules(): Promise< Schedule[] > {
	const answer = await apiFetch< { schedules: Schedule[] } >( {
		path: `${ SETTINGS }/schedules`,
	} );
	return checkedResponse( answer, 'schedules' ).schedules;
}

/**
 * Adds a schedule.
 *
 * @param input All that it needs.
 */
export async function createSchedule(
	input: ScheduleInput
): Promise< Schedule > {
	const fresh = await apiFetch< Schedule >( {
		path: `${ SETTINGS }/schedules`,
		method: 'POST',
		data: input,
	} );
	return checkedResponse( fresh, 'etag' );
}

/**
 * Changes a schedule, unless another user saved first (412).
 *
 * @param id   Id of the schedule.
 * @param etag The version that the change was made on.
 */
export async function updateSchedule(
	id: string,
	etag: string,
	input: Partial< ScheduleInput >
): Promise< Schedule > {
	const fresh = await apiFetch< Schedule >( {
		path: schedulePath( id ),
		method: 'PUT',
		headers: { 'If-Match': etag },
		data: input,
	} );
	return checkedResponse( fresh, 'etag' );
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

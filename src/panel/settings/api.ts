import apiFetch from '@wordpress/api-fetch';
import type {
	EnvironmentInput,
	EnvironmentSettings,
	Recognition,
	Settings,
} from '../../shared/wire.ts';
import { environmentPath, pathOf } from '../live/api.ts';
import { checkedResponse } from '../live/response-guard.ts';

/** Asks for all settings; for administrators. */
export async function fetchSettings(): Promise< Settings > {
	return checkedResponse(
		await apiFetch< Settings >( { path: pathOf( 'settings' ) } ),
		'environments'
	);
}

/**
 * Asks what a pasted webhook URL belongs to; nothing is stored.
 */
export async function recognizeWebhook(
	webhookUrl: string
): Promise< Recognition > {
	return checkedResponse(
		await apiFetch< Recognition >( {
			path: pathOf( 'settings/recognize' ),
			method: 'POST',
			data: { webhookUrl },
		} ),
		'actions'
	);
}

/**
 * Connects a new environment.
 *
 * @param input What was typed; the webhook URL is needed.
 */
export async function createEnvironment(
	input: EnvironmentInput
): Promise< EnvironmentSettings > {
	const fresh = await apiFetch< EnvironmentSettings >( {
		path: pathOf( 'settings/environments' ),
		method: 'POST',
		data: input,
	} );
	return checkedResponse( fresh, 'etag' );
}

/**
 * Changes an environment, unless another user saved first (412).
 *
 * @param id    Id of the environment.
 * @param etag  The version that the change was made on.
 * @param input Only the fields that change.
 */
export async function updateEnvironment(
	id: string,
	etag: string,
	input: EnvironmentInput
): Promise< EnvironmentSettings > {
	const fresh = await apiFetch< EnvironmentSettings >( {
		path: environmentPath( 'settings/environments', id ),
		method: 'PUT',
		headers: { 'If-Match': etag },
		data: input,
	} );
	return checkedResponse( fresh, 'etag' );
}

/**
 * Removes an environment and its token.
 *
 * @param id   Id of the environment.
 * @param etag The version that was shown to the person who confirmed.
 */
export async function deleteEnvironment(
	id: string,
	etag: string
): Promise< void > {
	await apiFetch( {
		path: environmentPath( 'settings/environments', id ),
		method: 'DELETE',
		headers: { 'If-Match': etag },
	} );
}

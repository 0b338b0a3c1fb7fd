import apiFetch from '@wordpress/api-fetch';
import type { EnvironmentSettings } from '../../shared/wire.ts';
import { environmentPath } from './api.ts';
import { ours } from './response-guard.ts';

/**
 * Lets changes wait until somebody presses, or go by themselves again.
 *
 * @param environment Id of the environment.
 */
export async function holdChanges(
	environment: string,
	hold: boolean
): Promise< void > {
	await apiFetch( {
		path: environmentPath(
			'environments',
			environment,
			hold ? '/hold' : '/release'
		),
		method: 'POST',
	} );
}

/** What a pause can become of: see `docs/rest.md`. */
export type Standing = 'pause' | 'resume' | 'confirm-copy' | 'confirm-move';

/**
 * Lets an environment send by itself, or not; for administrators.
 *
 * @param id Id of the environment.
 */
export async function decideStanding(
	id: string,
	standing: Standing
): Promise< EnvironmentSettings > {
	const fresh = await apiFetch< EnvironmentSettings >( {
		path: environmentPath( 'settings/environments', id, `/${ standing }` ),
		method: 'POST',
	} );
	return ours( fresh, 'etag' );
}

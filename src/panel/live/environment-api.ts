import apiFetch from '@wordpress/api-fetch';
import type { EnvironmentSettings } from '../../shared/wire.ts';
import { environmentPath } from './api.ts';
import { checkedResponse } from './response-guard.ts';

/**
 * Lets changes wait until a user presses, or be sent automatically again.
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
export type PauseDecision =
	'pause' | 'resume' | 'confirm-copy' | 'confirm-move';

/**
 * Lets an environment send automatically, or not; for administrators.
 *
 * @param id Id of the environment.
 */
export async function decidePause(
	id: string,
	decision: PauseDecision
): Promise< EnvironmentSettings > {
	const fresh = await apiFetch< EnvironmentSettings >( {
		path: environmentPath( 'settings/environments', id, `/${ decision }` ),
		method: 'POST',
	} );
	return checkedResponse( fresh, 'etag' );
}

import type { Environment } from '../../src/shared/wire.ts';
import type { BrowserKit } from './kit.ts';
import { callPlatform } from './platform.ts';

const API = 'headless-deploy/v1';

/** Publishes a post or a page. */
export async function publish(
	kit: Pick< BrowserKit, 'rest' >,
	title: string,
	type: 'posts' | 'pages' = 'posts'
): Promise< number > {
	const { id } = await kit.rest.call< { id: number } >(
		'POST',
		`wp/v2/${ type }`,
		{ title, status: 'publish' }
	);
	return id;
}

/** Starts or stops holding the changes of an environment. */
export async function hold(
	kit: BrowserKit,
	isHeld: boolean,
	id = kit.environment.id
): Promise< void > {
	await kit.rest.call< Environment >(
		'POST',
		`${ API }/environments/${ id }/${ isHeld ? 'hold' : 'release' }`
	);
}

/** Starts a run. */
export async function send(
	kit: Pick< BrowserKit, 'rest' | 'environment' >,
	action: string,
	id = kit.environment.id
): Promise< void > {
	await kit.rest.call( 'POST', `${ API }/environments/${ id }/runs`, {
		action,
	} );
}

/**
 * Makes the platform reject webhook calls, until `repairHost`.
 *
 * @param environmentId The platform's id of the environment; by default all of them.
 */
export async function breakHost(
	kit: BrowserKit,
	status: number,
	environmentId = ''
): Promise< void > {
	await callPlatform( kit, 'POST', '/_local/faults', {
		name: 'Broken',
		path: environmentId === '' ? '/wh/*' : `/wh/*/${ environmentId }/*`,
		kind: 'status',
		status,
	} );
}

/** Removes the faults of the platform. */
export async function repairHost( kit: BrowserKit ): Promise< void > {
	await callPlatform( kit, 'DELETE', '/_local/faults' );
}

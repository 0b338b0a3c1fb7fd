/**
 * Brings the kit's environment into a state, over the doors that people and the platform have.
 */
import type { Environment } from '../../src/shared/wire.ts';
import type { BrowserKit } from './kit.ts';

const API = 'headless-deploy/v1';

/**
 * Publishes a post.
 *
 * @param kit   The kit.
 * @param title Its title.
 * @return Its id.
 */
export async function publish(
	kit: BrowserKit,
	title: string
): Promise< number > {
	const { id } = await kit.rest.call< { id: number } >(
		'POST',
		'wp/v2/posts',
		{ title, status: 'publish' }
	);
	return id;
}

/**
 * Holds the changes of the environment, or no longer.
 *
 * @param kit    The kit.
 * @param isHeld Whether they are held.
 */
export async function hold(
	kit: BrowserKit,
	isHeld: boolean
): Promise< void > {
	await kit.rest.call< Environment >(
		'POST',
		`${ API }/environments/${ kit.environment.id }/${
			isHeld ? 'hold' : 'release'
		}`
	);
}

/**
 * Sends a run.
 *
 * @param kit    The kit.
 * @param action The action.
 */
export async function send( kit: BrowserKit, action: string ): Promise< void > {
	await kit.rest.call(
		'POST',
		`${ API }/environments/${ kit.environment.id }/runs`,
		{ action }
	);
}

/**
 * Lets the platform refuse every webhook call, until `mend`.
 *
 * @param kit    The kit.
 * @param status What it answers.
 */
export async function breakHost(
	kit: BrowserKit,
	status: number
): Promise< void > {
	await faults( kit, 'POST', {
		name: 'Broken',
		path: '/wh/*',
		kind: 'status',
		status,
	} );
}

/**
 * Lets the platform work as ever.
 *
 * @param kit The kit.
 */
export async function mendHost( kit: BrowserKit ): Promise< void > {
	await faults( kit, 'DELETE' );
}

async function faults(
	kit: BrowserKit,
	method: string,
	rule?: object
): Promise< void > {
	const { url, user, password } = kit.hosting;
	const answer = await fetch( `${ url }/_local/faults`, {
		method,
		headers: {
			authorization: `Basic ${ btoa( `${ user }:${ password }` ) }`,
			...( rule && { 'content-type': 'application/json' } ),
		},
		body: rule && JSON.stringify( rule ),
	} );
	if ( ! answer.ok ) {
		throw new Error( `${ answer.status } ${ await answer.text() }` );
	}
}

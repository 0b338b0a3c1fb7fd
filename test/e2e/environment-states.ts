/**
 * Brings the kit's environment into a state, over the doors that people and the platform have.
 */
import type { Environment } from '../../src/shared/wire.ts';
import type { BrowserKit } from './kit.ts';

const API = 'headless-deploy/v1';

/**
 * Publishes a post.
 *
 * @param kit  The kit of whoever publishes.
 * @param type Where WordPress has its kind.
 */
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

/**
 * Holds the changes of an environment, or no longer.
 *
 * @param isHeld Whether they are held.
 */
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

/**
 * Sends a run.
 *
 * @param kit The kit of whoever presses.
 */
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
 * Lets the platform refuse webhook calls, until `mend`.
 *
 * @param hosted The platform's id of the environment; all of them unless given.
 */
export async function breakHost(
	kit: BrowserKit,
	status: number,
	hosted = ''
): Promise< void > {
	await platform( kit, 'POST', '/_local/faults', {
		name: 'Broken',
		path: hosted === '' ? '/wh/*' : `/wh/*/${ hosted }/*`,
		kind: 'status',
		status,
	} );
}

/** Lets the platform work as ever. */
export async function mendHost( kit: BrowserKit ): Promise< void > {
	await platform( kit, 'DELETE', '/_local/faults' );
}

/**
 * Calls the platform.
 *
 * @param body A form, or what is sent as JSON.
 */
export async function platform< T >(
	kit: Pick< BrowserKit, 'hosting' >,
	method: string,
	route: string,
	body?: object
): Promise< T > {
	const { url, user, password } = kit.hosting;
	const isJson = body !== undefined && ! ( body instanceof FormData );
	const answer = await fetch( url + route, {
		method,
		headers: {
			authorization: `Basic ${ btoa( `${ user }:${ password }` ) }`,
			...( isJson && { 'content-type': 'application/json' } ),
		},
		body: body instanceof FormData ? body : body && JSON.stringify( body ),
	} );
	const text = await answer.text();
	if ( ! answer.ok ) {
		throw new Error( `${ answer.status } ${ text }` );
	}
	return ( text === '' ? null : JSON.parse( text ) ) as T;
}

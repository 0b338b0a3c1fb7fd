/**
 * What a publish costs the editor: the same REST request with the plugin active and without it, in turns.
 */
import type { JsonClient } from '../../src/dev-kit/json-client.ts';
import { inMs, median, printTable } from './statistics.ts';

const TURNS = 6;
const POSTS_A_TURN = 15;
const WARM_UP_POSTS = 5;

/**
 * Publishes a post.
 *
 * @param rest Client of the site.
 * @return Milliseconds until the answer was there.
 */
async function publish( rest: JsonClient, title: string ): Promise< number > {
	const startedAt = performance.now();
	await rest.call( 'POST', 'wp/v2/posts', {
		title,
		content: 'Measured.',
		status: 'publish',
	} );
	return performance.now() - startedAt;
}

/**
 * Measures a turn.
 *
 * @param rest   Client of the site.
 * @param active Whether the plugin is active in it.
 */
async function turn( rest: JsonClient, active: boolean ): Promise< number[] > {
	await rest.call( 'PUT', 'wp/v2/plugins/headless-deploy/plugin', {
		status: active ? 'active' : 'inactive',
	} );
	const times: number[] = [];
	for ( let post = -WARM_UP_POSTS; post < POSTS_A_TURN; post++ ) {
		const ms = await publish( rest, `Measured ${ post }` );
		if ( post >= 0 ) {
			times.push( ms );
		}
	}
	return times;
}

/**
 * Runs the turns and prints the comparison.
 *
 * @param rest Client of the site.
 */
export async function benchPublish( rest: JsonClient ): Promise< void > {
	const without: number[] = [];
	const withPlugin: number[] = [];
	for ( let count = 0; count < TURNS; count++ ) {
		without.push( ...( await turn( rest, false ) ) );
		withPlugin.push( ...( await turn( rest, true ) ) );
	}
	const [ bare, ours ] = [ median( without ), median( withPlugin ) ];
	printTable( `Publishing over REST, median of ${ without.length } each`, [
		{ what: 'without the plugin', figure: inMs( bare ), ratio: '1.00' },
		{
			what: 'with the plugin',
			figure: inMs( ours ),
			ratio: ( ours / bare ).toFixed( 2 ),
		},
	] );
}

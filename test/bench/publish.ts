/**
 * What the plugin costs an editor and a front end: the same REST requests with the plugin active and without it, in turns.
 */
import type { JsonClient } from '../../src/dev-kit/json-client.ts';
import { inMs, median, printTable } from './statistics.ts';

const TURNS = 6;
const REQUESTS_A_TURN = 15;
const WARM_UP_REQUESTS = 5;

/** Makes a request. */
type MakeRequest = ( rest: JsonClient, number: number ) => Promise< unknown >;

/**
 * Measures a turn.
 *
 * @param rest   Client of the site.
 * @param active Whether the plugin is active in it.
 * @param make   Makes the request.
 * @return Milliseconds of each request.
 */
async function turn(
	rest: JsonClient,
	active: boolean,
	make: MakeRequest
): Promise< number[] > {
	await rest.call( 'PUT', 'wp/v2/plugins/headless-deploy/plugin', {
		status: active ? 'active' : 'inactive',
	} );
	const times: number[] = [];
	for ( let number = -WARM_UP_REQUESTS; number < REQUESTS_A_TURN; number++ ) {
		const startedAt = performance.now();
		await make( rest, number );
		if ( number >= 0 ) {
			times.push( performance.now() - startedAt );
		}
	}
	return times;
}

async function compare(
	title: string,
	rest: JsonClient,
	make: MakeRequest
): Promise< void > {
	const without: number[] = [];
	const withPlugin: number[] = [];
	for ( let count = 0; count < TURNS; count++ ) {
		without.push( ...( await turn( rest, false, make ) ) );
		withPlugin.push( ...( await turn( rest, true, make ) ) );
	}
	const [ bare, ours ] = [ median( without ), median( withPlugin ) ];
	printTable( `${ title }, median of ${ without.length } each`, [
		{ what: 'without the plugin', figure: inMs( bare ), ratio: '1.00' },
		{
			what: 'with the plugin',
			figure: inMs( ours ),
			ratio: ( ours / bare ).toFixed( 2 ),
		},
	] );
}

/**
 * Compares publishing.
 *
 * @param rest Client of the site.
 */
export async function benchPublish( rest: JsonClient ): Promise< void > {
	await compare( 'Publishing over REST', rest, ( client, number ) =>
		client.call( 'POST', 'wp/v2/posts', {
			title: `Measured ${ number }`,
			content: 'Measured.',
			status: 'publish',
		} )
	);
}

/**
 * Compares reading twenty posts with all that they embed, whose response gets its tags.
 *
 * @param rest Client of the site.
 */
export async function benchRead( rest: JsonClient ): Promise< void > {
	await compare( 'Reading a list with its tags', rest, ( client ) =>
		client.call( 'GET', 'wp/v2/posts?per_page=20&_embed=1' )
	);
}

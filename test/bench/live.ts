/**
 * From publish to live, split into its parts, as a person sees it who keeps wp-admin open.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Status } from '../../src/shared/wire.ts';
import type { Kit } from '../../src/dev-kit/stack/kit-file.ts';
import type { JsonClient } from '../../src/dev-kit/json-client.ts';
import { inMs, median, printTable } from './statistics.ts';

const RUNS = 3;
const LOOK_EVERY_MS = 50;
const MAX_MS = 60_000;

interface Parts {
	save: number;
	quiet: number;
	call: number;
	build: number;
	total: number;
}

/**
 * Waits until something is so.
 *
 * @param look Says whether it is.
 */
async function until( look: () => Promise< boolean > ): Promise< number > {
	const startedAt = performance.now();
	while ( ! ( await look() ) ) {
		if ( performance.now() - startedAt > MAX_MS ) {
			throw new Error( 'It did not go live within a minute.' );
		}
		await pause( LOOK_EVERY_MS );
	}
	return performance.now();
}

/**
 * Publishes one post and watches it go live.
 *
 * @param rest Client of its WordPress.
 */
async function measure( kit: Kit, rest: JsonClient ): Promise< Parts > {
	const startedAt = performance.now();
	const post = await rest.call< { link: string } >( 'POST', 'wp/v2/posts', {
		title: `Live ${ Date.now() }`,
		content: 'Measured.',
		status: 'publish',
	} );
	const saved = performance.now();
	const status = await rest.call< Status >(
		'GET',
		'headless-deploy/v1/status'
	);
	const due = Date.parse(
		status.environments[ 0 ]?.pending[ 0 ]?.dueAt ?? ''
	);
	if ( Number.isNaN( due ) ) {
		throw new Error( 'The publish did not lead to a pending run.' );
	}
	await pause( Math.max( 0, due - Date.now() ) );
	const waited = performance.now();
	await until( async () => {
		await rest.call( 'POST', 'headless-deploy/v1/dispatch', {} );
		const now = await rest.call< Status >(
			'GET',
			'headless-deploy/v1/status'
		);
		return now.environments[ 0 ]?.pending.length === 0;
	} );
	const sent = performance.now();
	const page = new URL( new URL( post.link ).pathname, kit.frontEnd.url );
	const live = await until( async () => ( await fetch( page ) ).ok );
	return {
		save: saved - startedAt,
		quiet: waited - saved,
		call: sent - waited,
		build: live - sent,
		total: live - startedAt,
	};
}

/**
 * Runs it some times and prints the parts.
 *
 * @param rest Client of its WordPress.
 */
export async function benchLive( kit: Kit, rest: JsonClient ): Promise< void > {
	const runs: Parts[] = [];
	for ( let run = 0; run < RUNS; run++ ) {
		runs.push( await measure( kit, rest ) );
	}
	const of = ( part: keyof Parts ): number =>
		median( runs.map( ( run ) => run[ part ] ) );
	const row = ( what: string, part: keyof Parts ) => ( {
		what,
		figure: inMs( of( part ) ),
		ratio: ( of( part ) / of( 'total' ) ).toFixed( 2 ),
	} );
	printTable( `From publish to live, median of ${ RUNS }`, [
		row( 'the save request', 'save' ),
		row( 'quiet period (10 s from the change)', 'quiet' ),
		row( 'dispatch and webhook call', 'call' ),
		row(
			'build, start and switch to the release on the platform',
			'build'
		),
		row( 'total', 'total' ),
	] );
}

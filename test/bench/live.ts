/**
 * From publish to live, with Refresh and with Rebuild in turns, for a user whose editor stays open.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonClient } from '../../src/dev-kit/json-client.ts';
import { REFRESH_POLICY } from '../../src/dev-kit/stack/connection.ts';
import type { Kit } from '../../src/dev-kit/stack/kit-file.ts';
import type { PolicyAction, Settings, Status } from '../../src/shared/wire.ts';
import { watchAsPage } from './open-page.ts';
import type { OpenPage } from './open-page.ts';
import { inMs, median, printTable } from './statistics.ts';

const RUNS = 10;
const REQUEST_EVERY_MS = 20;
const MAX_MS = 60_000;
const SETTINGS = 'headless-deploy/v1/settings';

/** Milliseconds since the save request was sent. */
interface Times {
	/** The save was answered. */
	saved: number;
	/** The editor knew that the run was accepted by the front end or by the host. */
	accepted: number;
	/** A visitor of the front page, which was cached before, got the new post. */
	shown: number;
	/** The editor knew that the live check had proved the page. */
	proved: number;
}

async function chooseAction(
	rest: JsonClient,
	kit: Kit,
	action: PolicyAction
): Promise< void > {
	const { environments } = await rest.call< Settings >( 'GET', SETTINGS );
	const etag = environments.find(
		( { id } ) => id === kit.environment.id
	)?.etag;
	const policy = Object.fromEntries(
		Object.keys( REFRESH_POLICY ).map( ( kind ) => [ kind, action ] )
	);
	await rest.call(
		'PUT',
		`${ SETTINGS }/environments/${ kit.environment.id }`,
		{ automation: { policy } },
		etag
	);
}

/** Requests the front page until it is as wanted. */
async function visitUntil(
	kit: Kit,
	isWanted: ( answer: Response, html: string ) => boolean
): Promise< void > {
	const deadline = performance.now() + MAX_MS;
	for (;;) {
		// A browser repeats a request whose connection was closed, too.
		const answer = await fetch( kit.frontEnd.url ).catch( () => null );
		if ( answer && isWanted( answer, await answer.text() ) ) {
			return;
		}
		if ( performance.now() > deadline ) {
			throw new Error( 'The front page was not fresh within a minute.' );
		}
		await pause( REQUEST_EVERY_MS );
	}
}

/** @param title Of the post that the run includes. */
function hasRun(
	title: string,
	isWanted: ( status: string ) => boolean
): ( status: Status ) => boolean {
	return ( { environments } ) =>
		environments.some(
			( { lastRun } ) =>
				lastRun !== null &&
				lastRun.reasons.some( ( reason ) => reason.title === title ) &&
				isWanted( lastRun.status )
		);
}

async function measure(
	kit: Kit,
	rest: JsonClient,
	page: OpenPage
): Promise< Times > {
	await visitUntil(
		kit,
		( answer ) => answer.headers.get( 'x-cache' ) === 'HIT'
	);
	const title = `Live ${ Date.now() }`;
	const startedAt = performance.now();
	const since = (): number => performance.now() - startedAt;
	await rest.call( 'POST', 'wp/v2/posts', {
		title,
		content: 'Measured.',
		status: 'publish',
	} );
	const saved = since();
	const shown = visitUntil( kit, ( _, html ) => html.includes( title ) ).then(
		since
	);
	const accepted = page
		.until( hasRun( title, ( status ) => status !== 'sending' ) )
		.then( since );
	const proved = page
		.until( hasRun( title, ( status ) => status === 'live' ) )
		.then( since );
	await page.refresh();
	return {
		saved,
		shown: await shown,
		accepted: await accepted,
		proved: await proved,
	};
}

/** @param rest Client of its WordPress. */
export async function benchLive( kit: Kit, rest: JsonClient ): Promise< void > {
	const page = watchAsPage( rest );
	const times = { refresh: [] as Times[], rebuild: [] as Times[] };
	// The first refresh after a start renews all pages.
	await chooseAction( rest, kit, 'refresh' );
	await measure( kit, rest, page );
	for ( let run = 0; run < RUNS; run++ ) {
		for ( const action of [ 'refresh', 'rebuild' ] as const ) {
			await chooseAction( rest, kit, action );
			times[ action ].push( await measure( kit, rest, page ) );
		}
	}
	page.close();
	const of = ( action: keyof typeof times, part: keyof Times ): number =>
		median( times[ action ].map( ( one ) => one[ part ] ) );
	const rows = ( action: keyof typeof times, name: string ) =>
		(
			[
				[ 'the save is answered', 'saved' ],
				[ 'a visitor gets the new front page', 'shown' ],
				[ 'the editor says that it is accepted', 'accepted' ],
				[ 'the editor says that it is live', 'proved' ],
			] as const
		 ).map( ( [ what, part ] ) => ( {
			what: `${ name }: ${ what }`,
			figure: inMs( of( action, part ) ),
			ratio: ( of( action, part ) / of( 'refresh', part ) ).toFixed( 2 ),
		} ) );
	printTable( `From publish to live, median of ${ RUNS } each, in turns`, [
		...rows( 'refresh', 'Refresh' ),
		...rows( 'rebuild', 'Rebuild' ),
	] );
}

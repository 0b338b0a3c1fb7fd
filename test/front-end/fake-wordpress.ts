import { followChanges } from '../../src/front-end/changes.ts';
import type { ChangesOptions } from '../../src/front-end/changes.ts';
import type { RefreshData } from '../../src/front-end/payload.ts';
import { aChange, NOW_SECONDS, SECRET, signatureOf } from './signed-request.ts';

type Answer = Response | Error | Promise< Response >;

export function json( body: unknown, init: ResponseInit = {} ): Response {
	return Response.json( body, init );
}

/** A front end and its WordPress. The change feed answers with `feed`, everything else with `rest`. */
export function makeFakeWordPress( options: Partial< ChangesOptions > = {} ) {
	const fake = {
		/** Milliseconds. */
		now: NOW_SECONDS * 1000,
		/** The answer of the change feed. */
		feed: (): Answer =>
			json( aChange( { scope: 'all', since: null, sequence: 100 } ) ),
		rest: (): Answer => json( {} ),
		feedRequests: [] as { url: string; headers: Headers }[],
		restRequests: [] as { url: string; init: RequestInit }[],
		applied: [] as RefreshData[],
		errors: [] as unknown[],
		options: {} as ChangesOptions,
	};
	fake.options = {
		url: 'https://cms.example.com/',
		environment: 'production',
		secret: SECRET,
		onChange: ( data ) => void fake.applied.push( data ),
		onError: ( error ) => void fake.errors.push( error ),
		now: () => fake.now,
		async fetch( input, init = {} ) {
			const url = String( input );
			const isFeed = url.includes( '/headless-deploy/v1/changes' );
			if ( isFeed ) {
				const headers = new Headers( init.headers );
				fake.feedRequests.push( { url, headers } );
			} else {
				fake.restRequests.push( { url, init } );
			}
			const answer = await ( isFeed ? fake.feed() : fake.rest() );
			if ( answer instanceof Error ) {
				throw answer;
			}
			return answer;
		},
		...options,
	};
	return Object.assign( fake, { changes: followChanges( fake.options ) } );
}

/** Whether a request to the change feed is signed for its query. */
export function isSignedFeedRequest( {
	url,
	headers,
}: {
	url: string;
	headers: Headers;
} ): boolean {
	const id = headers.get( 'webhook-id' ) ?? '';
	const content = `${ id }.${ headers.get( 'webhook-timestamp' ) }.GET /changes${ new URL( url ).search }`;
	return (
		id !== '' &&
		headers.get( 'webhook-signature' ) === signatureOf( SECRET, content )
	);
}

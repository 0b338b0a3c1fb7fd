import { describe, expect, test } from 'vitest';
import {
	basic,
	json,
	makePlatform,
	USER,
	makePlace,
} from '../test-platform.ts';
import type { TestPlatform } from '../test-platform.ts';

/** Reads a page, with every run of white space as one space. */
async function page( platform: TestPlatform, url: string ) {
	const answer = await platform.request( url );
	const body = ( await answer.text() ).replace( /\s+/g, ' ' );
	return { status: answer.status, body };
}

/** Reads what the fields of a page's form hold. */
function fieldsIn( body: string ): Record< string, string > {
	const fields = [ ...body.matchAll( /<input [^>]*>/g ) ].map(
		( [ tag ] ) => [
			/ name="([^"]*)"/.exec( tag )?.[ 1 ] ?? '',
			/ value="([^"]*)"/.exec( tag )?.[ 1 ] ?? '',
		]
	);
	return Object.fromEntries( fields );
}

function post(
	platform: TestPlatform,
	url: string,
	fields: Record< string, string > = {}
): Promise< Response > {
	return platform.request( url, {
		method: 'POST',
		body: new URLSearchParams( fields ),
	} );
}

const FORM = {
	new: '429',
	path: '/v1/*',
	match: '',
	share: '1',
	status: '429',
	retryAfterSeconds: '30',
	name: '',
	latency: '',
	count: '',
	seed: '',
};

describe( 'the faults page', () => {
	test( 'says so when there are no rules', async () => {
		const platform = await makePlatform();
		const { body } = await page( platform, '/portal/faults' );
		expect( body ).toContain( 'No rules. Every answer is the real one.' );
		expect( body ).not.toContain( 'Turn all off' );
	} );

	test.each( [
		[ '429', 'Too many requests' ],
		[ '500', 'Server error' ],
		[ '503', 'Unavailable' ],
		[ '403', 'Token refused' ],
		[ 'slow', 'Slow answer' ],
		[ 'drop', 'Connection dropped' ],
		[ 'reset', 'Connection reset' ],
		[ 'truncate', 'Half an answer' ],
		[ 'drip', 'Slow drip' ],
		[ 'endless', 'Never ends' ],
	] )(
		'fills in %s with one click, and the rule can be turned on unchanged',
		async ( key, name ) => {
			const platform = await makePlatform();
			const { body } = await page(
				platform,
				`/portal/faults?new=${ key }`
			);
			expect( body ).toContain( `New rule: ${ name }` );
			const answer = await post( platform, '/portal/faults', {
				...fieldsIn( body ),
				match: 'webhook',
				share: '0.5',
			} );
			expect( answer.headers.get( 'location' ) ).toBe(
				'/portal/faults?done=added'
			);
			const after = await page( platform, '/portal/faults?done=added' );
			expect( after.body ).toContain( 'Rule added. It is on.' );
			expect( after.body ).toContain( name );
			expect( after.body ).toContain( 'POST /wh/v1/*, 1 in 2 calls' );
			expect( after.body ).toContain( '1 fault rule' );
		}
	);

	test( 'shows what is wrong beside its field, and keeps what was typed', async () => {
		const platform = await makePlatform();
		const answer = await post( platform, '/portal/faults', {
			...FORM,
			path: '/mine/*',
			retryAfterSeconds: 'soon',
		} );
		expect( answer.status ).toBe( 400 );
		const body = await answer.text();
		expect( body ).toContain( '“soon” is not a number. Use 0 to 86400.' );
		expect( body ).toMatch(
			/value="soon"[^>]*aria-describedby="[^"]*fault-retryAfterSeconds-problem"[^>]*aria-invalid="true"[^>]*autofocus/
		);
		expect( body ).toContain( 'value="/mine/*"' );
		expect( body ).toContain( 'No rules.' );
	} );

	test.each( [
		[ { path: 'v1' }, '&quot;v1&quot; is not a path' ],
		[ { count: '0' }, '“0” is not possible. Use 1 to 1000000.' ],
		[ { latency: '-1' }, '“-1” is not possible. Use 0 to 600.' ],
		[ { seed: '1.5' }, 'whole number' ],
		[
			{ new: 'rule', kind: 'status', status: '' },
			'Use a whole number from 200 to 599',
		],
		[ { new: 'rule', kind: 'none' }, '0 changes nothing' ],
	] )( 'refuses %j', async ( fields, expected ) => {
		const platform = await makePlatform();
		const answer = await post( platform, '/portal/faults', {
			...FORM,
			...fields,
		} );
		expect( answer.status ).toBe( 400 );
		expect( await answer.text() ).toContain( expected );
	} );

	test( 'counts the requests that a rule would match', async () => {
		const platform = await makePlatform();
		await platform.request( '/v1/regions' );
		await post( platform, '/portal/faults', FORM );
		const answer = await post( platform, '/portal/faults', {
			...FORM,
			count: 'x',
		} );
		expect( await answer.text() ).toContain(
			'1 of the last 1 requests match.'
		);
	} );

	test( 'turns rules off and on, all off, and deletes them', async () => {
		const platform = await makePlatform();
		await post( platform, '/portal/faults', {
			...FORM,
			name: 'Mine',
			count: '10',
		} );
		await platform.request( '/v1/regions' );
		const { body } = await page( platform, '/portal/faults' );
		expect( body ).toContain( 'Answers 429, Retry-After 30 s' );
		expect( body ).toContain( '1 of 10 times' );
		const [ , off = '' ] =
			/action="(\/portal\/faults\/[^"]+)\/turn-off"/.exec( body ) ?? [];
		await post( platform, `${ off }/turn-off` );
		expect( ( await platform.request( '/v1/regions' ) ).status ).toBe(
			200
		);
		await post( platform, `${ off }/turn-on` );
		expect( ( await platform.request( '/v1/regions' ) ).status ).toBe(
			429
		);
		await post( platform, '/portal/faults/turn-all-off' );
		expect( ( await platform.request( '/v1/regions' ) ).status ).toBe(
			200
		);
		await post( platform, `${ off }/delete` );
		const after = await page( platform, '/portal/faults' );
		expect( after.body ).toContain( 'No rules.' );
		expect( ( await post( platform, `${ off }/turn-on` ) ).status ).toBe(
			404
		);
	} );

	test( 'escapes what users entered', async () => {
		const platform = await makePlatform();
		await post( platform, '/portal/faults', {
			...FORM,
			name: '<script>alert(1)</script>',
			path: '/"><b>*',
		} );
		const { body } = await page( platform, '/portal/faults' );
		expect( body ).toContain( '&lt;script&gt;' );
		expect( body ).not.toContain( '<script>alert' );
		expect( body ).not.toContain( '"><b>' );
	} );
} );

test( 'a user with the role read sees rules and requests, but no buttons', async () => {
	const platform = await makePlatform();
	await platform.services.users.create(
		{ id: 'kim', name: '', role: 'read', password: 'just looking' },
		USER
	);
	await post( platform, '/portal/faults', FORM );
	const headers = { authorization: basic( 'kim', 'just looking' ) };
	for ( const url of [ '/portal/faults?new=429', '/portal/requests?to=1' ] ) {
		const answer = await fetch( platform.url + url, { headers } );
		expect( answer.status ).toBe( 200 );
		const body = await answer.text();
		expect( body ).not.toMatch(
			/action="\/portal\/(?:faults|requests)\/|New rule/
		);
	}
	const refusal = await fetch(
		`${ platform.url }/portal/faults/turn-all-off`,
		{
			method: 'POST',
			headers,
		}
	);
	expect( refusal.status ).toBe( 403 );
} );

async function open( platform: TestPlatform, url: string ) {
	const answer = await platform.request( url );
	const location = answer.headers.get( 'location' ) ?? '';
	return { location, ...( await page( platform, location ) ) };
}

describe( 'the requests page', () => {
	test( 'says so when there are none, and shows the first ones as they arrive', async () => {
		const platform = await makePlatform();
		const { location, body } = await open( platform, '/portal/requests' );
		expect( location ).toBe( '/portal/requests?to=0' );
		expect( body ).toContain(
			'No calls yet. They appear here as they arrive.'
		);
		expect( body ).toMatch( /id="request-list" data-live/ );
		await platform.request( '/v1/regions' );
		expect( ( await page( platform, location ) ).body ).toContain(
			'/regions'
		);
	} );

	test( 'does not jump: a link shows newer calls', async () => {
		const platform = await makePlatform();
		await platform.request( '/v1/regions' );
		const { location, body } = await open( platform, '/portal/requests' );
		expect( location ).toBe( '/portal/requests?to=1' );
		expect( body ).not.toMatch( /Show \d+ new/ );
		await platform.request( '/v1/accounts/acme/apps' );
		await platform.request( '/v1/nothing' );
		const later = await page( platform, location );
		expect( later.body ).toContain( 'Show 2 new' );
		expect( later.body ).not.toContain( '/nothing' );
		const errors = await page( platform, `${ location }&only=errors` );
		expect( errors.body ).toContain( 'Show 1 new' );
		const fresh = await open( platform, '/portal/requests' );
		expect( fresh.body ).toContain( '/nothing' );
	} );

	test( 'filters with counts, and finds', async () => {
		const platform = await makePlatform();
		await platform.request( '/v1/regions' );
		await platform.request( '/v1/nothing' );
		const { body } = await open( platform, '/portal/requests?only=errors' );
		expect( body ).toContain( '>Errors 1<' );
		expect( body ).not.toContain( '/regions</code' );
		const found = await open( platform, '/portal/requests?search=regions' );
		expect( found.location ).toBe( '/portal/requests?search=regions&to=2' );
		expect( found.body ).not.toContain( 'nothing</code' );
		const none = await open( platform, '/portal/requests?search=xyz' );
		expect( none.body ).toContain( 'No such request' );
	} );

	test( 'shows each refusal with its reason, and the rule that made a fault', async () => {
		const platform = await makePlatform();
		await platform.request( '/v1/accounts/acme/apps/store' );
		await platform.request(
			'/_local/faults',
			json( {
				name: 'Busy',
				kind: 'status',
				status: 429,
				path: '/v1/regions',
			} )
		);
		await platform.request( '/v1/regions' );
		const { body } = await open( platform, '/portal/requests' );
		expect( body ).toContain( 'Fault rule “Busy”' );
		expect( body ).toContain( 'No app “store”' );
		const one = await page( platform, '/portal/requests/2' );
		expect( one.body ).toContain( 'Refused with 429' );
		expect( one.body ).toContain( 'Fault rule “Busy” made it' );
		expect( one.body ).not.toContain( 'as it was before' );
	} );

	test( 'shows a response as it was before the fault', async () => {
		const platform = await makePlatform();
		await platform.request(
			'/_local/faults',
			json( { name: 'Cut', kind: 'truncate', path: '/v1/regions' } )
		);
		await platform
			.request( '/v1/regions' )
			.then( ( answer ) => answer.text() )
			.catch( () => {} );
		const { body } = await page( platform, '/portal/requests/1' );
		expect( body ).toContain(
			'The answer stands here as it was before it was cut or delayed.'
		);
	} );

	test( 'goes back page by page', async () => {
		const platform = await makePlatform();
		for ( let index = 0; index < 60; index++ ) {
			await platform.request( `/v1/regions?n=${ index }` );
		}
		const { body } = await open( platform, '/portal/requests' );
		const [ , older = '' ] = /href="([^"]+)">Older/.exec( body ) ?? [];
		const second = await page( platform, older.replaceAll( '&amp;', '&' ) );
		expect( second.body ).toContain( 'n=9<' );
		expect( second.body ).not.toContain( 'n=10<' );
		expect( second.body ).toContain( 'Newest' );
	} );

	test( 'pauses, resumes and clears', async () => {
		const platform = await makePlatform();
		await platform.request( '/v1/regions' );
		await post( platform, '/portal/requests/pause' );
		await platform.request( '/v1/nothing' );
		const { body } = await open( platform, '/portal/requests?done=paused' );
		expect( body ).toContain(
			'Paused. Calls are answered, but not written down.'
		);
		expect( body ).toContain( 'Resume' );
		expect( body ).not.toContain( '/nothing' );
		await post( platform, '/portal/requests/resume' );
		await post( platform, '/portal/requests/clear' );
		const cleared = await open( platform, '/portal/requests' );
		expect( cleared.body ).toContain( 'No calls yet.' );
	} );

	test( 'has a page for each request, without secrets', async () => {
		const { platform, place } = await makePlace();
		const { urls } = await platform.services.webhooks.create(
			place,
			'test'
		);
		await fetch( urls.purgeCache, { method: 'POST', body: 'x' } );
		const { status, body } = await page( platform, '/portal/requests/1' );
		expect( status ).toBe( 200 );
		expect( body ).toContain( 'Answered 200' );
		expect( body ).toContain( 'The body of a webhook call is not read.' );
		const token =
			new URL( urls.purgeCache ).searchParams.get( 'token' ) ?? '';
		expect( body ).not.toContain( token.slice( 0, 20 ) );
		expect( ( await page( platform, '/portal/requests/2' ) ).status ).toBe(
			404
		);
	} );
} );

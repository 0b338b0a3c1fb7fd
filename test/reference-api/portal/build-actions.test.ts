import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { zipError } from '../../../src/reference-api/builds/zip-errors.ts';
import { HostingError } from '../../../src/reference-api/model/hosting.ts';
import { aBuild, TOKEN } from './fake-hosting.ts';
import { wordsOf } from './page-text.ts';
import { basic, ENVIRONMENT_URL, HOST, portalApp } from './portal-app.ts';

let portal: Awaited< ReturnType< typeof portalApp > >;

beforeEach( async () => {
	portal = await portalApp();
	portal.hosting.buildList = [ aBuild( { number: 42, state: 'live' } ) ];
} );

/** Presses a button and reads the page that follows. */
async function press( address: string ): Promise< string > {
	const { statusCode, headers } = await portal.post(
		ENVIRONMENT_URL + address
	);
	expect( statusCode ).toBe( 303 );
	const { body } = await portal.get( String( headers.location ) );
	return body;
}

/** Sends a form with a file over a real connection, as a browser does. */
async function upload( field = 'repository', accept = 'text/html' ) {
	const url = await portal.listen();
	const body = new FormData();
	body.append( field, new Blob( [ 'the zip' ] ), 'site.zip' );
	return fetch( `${ url }${ ENVIRONMENT_URL }/upload`, {
		method: 'POST',
		redirect: 'manual',
		headers: { authorization: basic( 'sam' ), accept },
		body,
	} );
}

describe( 'buttons', () => {
	test.each( [
		[ '/rebuild', 'rebuild: portal, by sam', 'Build 43 is queued.' ],
		[
			'/clean-rebuild',
			'cleanRebuild: portal, by sam',
			'Build 43 is queued.',
		],
		[
			'/purge-cache',
			'purgeCache: portal, by sam',
			'Cache purged, 1,204 pages dropped.',
		],
		[ '/settings/create', 'create webhooks', 'Three URLs made.' ],
		[
			'/settings/regenerate',
			'regenerate webhooks',
			'New URLs made. The old ones no longer work.',
		],
		[ '/settings/delete', 'delete webhooks', 'URLs deleted.' ],
		[
			'/settings/root-directory',
			'root directory ',
			'Saved. The next build uses this root directory.',
		],
	] )( '%s does its work and says so', async ( address, call, words ) => {
		portal.hosting.report.entries = 1204;
		const body = await press( address );
		expect( portal.hosting.calls ).toEqual( [ call ] );
		expect( body ).toContain( words );
	} );

	test.each( [ 'queued', 'building', 'deploying' ] as const )(
		'Cancel build cancels one that is %s, without a question',
		async ( state ) => {
			portal.hosting.buildList.unshift( aBuild( { number: 43, state } ) );
			const page = await portal.get( `${ ENVIRONMENT_URL }/builds/43` );
			expect( page.body ).toMatch(
				/<form method="post" action="[^"]+\/builds\/43\/cancel">\s*<button>Cancel build/
			);
			const body = await press( '/builds/43/cancel' );
			expect( portal.hosting.calls ).toEqual( [ 'cancel operation-43' ] );
			expect( body ).toContain(
				'Build 43 cancelled. Build 42 is still live.'
			);
		}
	);

	test.each( [
		'live',
		'succeeded',
		'failed',
		'cancelled',
		'superseded',
	] as const )( 'a build that is %s cannot be cancelled', async ( state ) => {
		portal.hosting.buildList.unshift( aBuild( { number: 43, state } ) );
		const url = `${ ENVIRONMENT_URL }/builds/43`;
		expect( ( await portal.get( url ) ).body ).not.toContain(
			'Cancel build'
		);
		const { statusCode, body } = await portal.post( `${ url }/cancel` );
		expect( statusCode ).toBe( 409 );
		expect( body ).toContain( 'Build 43 was not cancelled.' );
		expect( portal.hosting.calls ).toEqual( [] );
	} );

	test.each( [ 'succeeded', 'failed', 'cancelled' ] as const )(
		'a build that is %s can be deployed again from its page',
		async ( state ) => {
			const build = aBuild( { number: 43, state } );
			portal.hosting.buildList.unshift( build );
			const { body } = await portal.get(
				`${ ENVIRONMENT_URL }/builds/43`
			);
			expect( body ).toMatch(
				/action="[^"]+\/builds\/43\/redeploy"\s*>\s*<button>Deploy again/
			);
			await press( '/builds/43/redeploy' );
			expect( portal.hosting.calls ).toEqual( [
				`redeploy ${ build.id }: sam`,
			] );
		}
	);

	test( 'a refused root directory is shown at its field, with what was entered', async () => {
		portal.hosting.refusal = new HostingError( 400, 'Not possible.' );
		const { statusCode, body } = await portal.post(
			`${ ENVIRONMENT_URL }/settings/root-directory`,
			{
				headers: {
					'content-type': 'application/x-www-form-urlencoded',
				},
				body: 'rootDirectory=..%2F',
			}
		);
		expect( statusCode ).toBe( 400 );
		expect( body ).toMatch(
			/name="rootDirectory"\s+value="\.\.\/"[^>]+aria-invalid/
		);
		expect( body.match( /aria-invalid/g ) ).toHaveLength( 1 );
		expect( body.match( /Not possible\./g ) ).toHaveLength( 1 );
	} );

	test( 'a refusal is shown on the page, with its status', async () => {
		portal.hosting.refusal = new HostingError( 422, 'Upload first.' );
		const { statusCode, body } = await portal.post(
			`${ ENVIRONMENT_URL }/rebuild`
		);
		expect( statusCode ).toBe( 422 );
		expect( body ).toMatch( /role="alert"[\s\S]+Upload first\./ );
		expect( body ).toContain( 'Build 42' );
		// The address of a form is no page that could be refreshed.
		expect( body ).not.toMatch( /http-equiv="refresh"|data-stream/ );
	} );

	test.each( [ 'build', 'uploaded' ] )(
		'say “%s” only while that build is open',
		async ( result ) => {
			const url = `${ ENVIRONMENT_URL }/builds/43?done=${ result }&n=43`;
			const build = aBuild( { number: 43, state: 'building' } );
			portal.hosting.buildList.unshift( build );
			const { body } = await portal.get( url );
			const live = body.slice(
				body.indexOf( 'id="build"' ),
				body.indexOf( 'class="build-columns"' )
			);
			expect( live ).toContain( 'Build 43 has started.' );
			for ( const state of [ 'failed', 'live' ] as const ) {
				build.state = state;
				expect( ( await portal.get( url ) ).body ).not.toContain(
					'notice ok'
				);
			}
		}
	);

	test( 'words from the address are never shown', async () => {
		const { body } = await portal.get(
			`${ ENVIRONMENT_URL }?done=<b>&n=1`
		);
		expect( body ).not.toContain( 'class="notice' );
	} );
} );

describe( 'upload', () => {
	afterEach( () => portal.app.close() );

	test( 'hands the file to the platform and becomes the build', async () => {
		let received = '';
		portal.hosting.onUpload = async ( file ) => {
			received = await readFile( file, 'utf8' );
		};
		const { status, headers } = await upload();
		expect( status ).toBe( 303 );
		expect( headers.get( 'location' ) ).toBe(
			`${ ENVIRONMENT_URL }/builds/43?done=uploaded&n=43`
		);
		expect( received ).toBe( 'the zip' );
		expect( portal.hosting.calls ).toEqual( [ 'upload by sam' ] );
	} );

	test( 'tells the script where to go', async () => {
		const answer = await upload( 'repository', 'application/json' );
		expect( await answer.json() ).toEqual( {
			location: `${ ENVIRONMENT_URL }/builds/43?done=uploaded&n=43`,
		} );
	} );

	test( 'tells the script why not, and what stays live', async () => {
		portal.hosting.refusal = new HostingError(
			422,
			'It has no package.json.'
		);
		const answer = await upload( 'repository', 'application/json' );
		expect( answer.status ).toBe( 422 );
		expect( await answer.json() ).toEqual( {
			message: 'It has no package.json. Build 42 is still live.',
		} );
	} );

	test( 'does not say twice that the zip was not deployed', async () => {
		portal.hosting.refusal = zipError(
			'it has no package.json at its top level. Zip the folder that holds package.json, then upload it again',
			422
		);
		const answer = await upload( 'repository', 'application/json' );
		expect( await answer.json() ).toEqual( {
			message:
				'It has no package.json at its top level. Zip the folder that holds package.json, then drop it again. Build 42 is still live.',
		} );
	} );

	test( 'says without the script that the zip was not deployed', async () => {
		portal.hosting.buildList = [];
		portal.hosting.refusal = zipError( 'it is encrypted' );
		const answer = await upload();
		const text = await answer.text();
		expect( text ).toContain(
			'<span>This zip was not deployed. It is encrypted.</span>'
		);
	} );

	test( 'refuses a form without its part, on the page', async () => {
		const answer = await upload( 'other' );
		expect( answer.status ).toBe( 400 );
		expect( await answer.text() ).toContain( 'class="notice bad"' );
		expect( portal.hosting.calls ).toEqual( [] );
	} );

	test( 'refuses what is no form', async () => {
		const { statusCode, body } = await portal.post(
			`${ ENVIRONMENT_URL }/upload`,
			{
				payload: 'x',
				headers: {
					'content-type': 'application/x-www-form-urlencoded',
				},
			}
		);
		expect( statusCode ).toBe( 415 );
		expect( body ).toContain( 'class="notice bad"' );
	} );
} );

describe( 'full URLs', () => {
	const address = `${ ENVIRONMENT_URL }/settings/urls`;

	beforeEach( () => portal.hosting.createWebhooks() );

	test( 'come by POST, kept by nobody', async () => {
		const answer = await portal.post( address, {
			headers: { accept: 'application/json' },
		} );
		expect( answer.json().purgeCache ).toContain(
			`webhook:purgeCache?token=${ TOKEN }`
		);
		expect( answer.headers[ 'cache-control' ] ).toBe( 'no-store' );
	} );

	test( 'come as a page without the script, each with its name, kept by nobody', async () => {
		const answer = await portal.post( address, {
			headers: { accept: 'text/html' },
		} );
		expect( answer.headers[ 'cache-control' ] ).toBe( 'no-store' );
		expect( wordsOf( answer.body ) ).toMatch(
			/Rebuild webhook http\S+rebuild\?token=\S+ Clean rebuild webhook http\S+cleanRebuild\?token=\S+ Purge cache webhook http\S+purgeCache\?token=\S+ /
		);
	} );

	test( 'do not come by GET', async () => {
		const { statusCode, body } = await portal.get( address );
		expect( statusCode ).toBe( 404 );
		expect( body ).not.toContain( TOKEN );
	} );

	test( 'are told to be missing', async () => {
		portal.hosting.webhookSet = null;
		const { statusCode } = await portal.post( address );
		expect( statusCode ).toBe( 404 );
	} );
} );

describe( 'the guard stands before every form', () => {
	const addresses = [
		'/rebuild',
		'/clean-rebuild',
		'/purge-cache',
		'/upload',
		'/settings/create',
		'/settings/regenerate',
		'/settings/delete',
		'/settings/urls',
		'/settings/install',
		'/settings/root-directory',
	];

	test.each( addresses )(
		'%s refuses other sites and strangers',
		async ( address ) => {
			const url = ENVIRONMENT_URL + address;
			await portal.hosting.createWebhooks();
			portal.hosting.calls = [];
			const foreign = await portal.post( url, {
				headers: { origin: 'http://evil.example' },
			} );
			const crossSite = await portal.post( url, {
				headers: { 'sec-fetch-site': 'same-site' },
			} );
			const stranger = await portal.post( url, {
				headers: { authorization: '' },
			} );
			const otherHost = await portal.post( url, {
				headers: { host: 'evil.example' },
			} );
			expect(
				[ foreign, crossSite, stranger, otherHost ].map(
					( { statusCode } ) => statusCode
				)
			).toEqual( [ 403, 403, 401, 421 ] );
			for ( const { body } of [
				foreign,
				crossSite,
				stranger,
				otherHost,
			] ) {
				expect( body ).not.toContain( TOKEN );
			}
			expect( portal.hosting.calls ).toEqual( [] );
		}
	);

	test( 'and lets the portal’s own pages through', async () => {
		const { statusCode } = await portal.post(
			`${ ENVIRONMENT_URL }/rebuild`,
			{
				headers: {
					origin: `http://${ HOST }`,
					'sec-fetch-site': 'same-origin',
				},
			}
		);
		expect( statusCode ).toBe( 303 );
	} );
} );

import { beforeEach, describe, expect, test } from 'vitest';
import { HostingError } from '../../../src/reference-api/model/hosting.ts';
import { readLimits } from '../../../src/reference-api/lib/limits.ts';
import {
	aBuild,
	at,
	aUsageDay,
	ENVIRONMENT_ID,
	TOKEN,
} from './fake-hosting.ts';
import { basic, ENVIRONMENT_URL, portalApp } from './portal-app.ts';

let portal: Awaited< ReturnType< typeof portalApp > >;

beforeEach( async () => {
	portal = await portalApp();
} );

test( 'a refusal of the platform is no fault of it, whatever its status', async () => {
	portal.hosting.environment = async () => {
		throw new HostingError( 507, 'The disk is full.' );
	};
	const { statusCode, body } = await portal.get( ENVIRONMENT_URL );
	expect( statusCode ).toBe( 507 );
	expect( body ).toContain( 'The disk is full.' );
	expect( portal.errors ).toEqual( [] );
} );

test( 'the line about fault rules lies in the banner', async () => {
	portal.faults.onCount = 2;
	const { body } = await portal.get( ENVIRONMENT_URL );
	expect( body ).toMatch(
		/<header class="top">(?:(?!<\/header>)[\s\S])*id="faults-line"/
	);
} );

/** Reads a page as its text, as a person does. */
async function textOf( url: string ): Promise< string > {
	const { body } = await portal.get( url );
	return body
		.replace( /^[\s\S]*<main[^>]*>/, '' )
		.replace( /<[^>]+>/g, ' ' )
		.replace( /\s+/g, ' ' )
		.replace( / ([.,:])/g, '$1' );
}

const live = aBuild( {
	number: 42,
	state: 'live',
	createTime: at( '14:01:19' ),
	startTime: at( '14:01:20' ),
	finishTime: at( '14:02:00' ),
} );

const building = aBuild( {
	number: 43,
	state: 'building',
	startTime: at( '14:08:34' ),
	finishTime: null,
} );

describe( 'every answer', () => {
	test.each( [
		'/portal/sign-in',
		'/portal/accounts/acme',
		`${ ENVIRONMENT_URL }/settings`,
		'/portal/nothing',
	] )(
		'is closed to foreign content and kept by nobody: %s',
		async ( url ) => {
			const { headers, body } = await portal.get( url );
			expect( headers[ 'content-security-policy' ] ).toContain(
				"default-src 'none'"
			);
			expect( headers[ 'content-security-policy' ] ).toContain(
				"frame-ancestors 'none'"
			);
			expect( headers[ 'cache-control' ] ).toBe( 'no-store' );
			expect( headers[ 'x-content-type-options' ] ).toBe( 'nosniff' );
			expect( body ).not.toMatch( /<style|style="|<script>|onclick/ );
		}
	);

	test( 'names its styles and its script by their content', async () => {
		const { body } = await portal.get( '/portal/sign-in' );
		for ( const [ , address ] of body.matchAll(
			/(?:href|src)="(\/portal\/assets\/[^"]+)"/g
		) ) {
			const asset = await portal.get( address ?? '', {
				headers: { authorization: '' },
			} );
			expect( asset.statusCode ).toBe( 200 );
			expect( asset.headers[ 'cache-control' ] ).toContain( 'immutable' );
		}
	} );
} );

describe( 'Apps', () => {
	test( 'is where the portal begins', async () => {
		const { statusCode, headers } = await portal.get( '/portal' );
		expect( [ statusCode, headers.location ] ).toEqual( [
			303,
			'/portal/accounts/acme',
		] );
	} );

	test( 'tells what is served and what happened last as two things', async () => {
		portal.hosting.buildList = [
			aBuild( {
				number: 43,
				state: 'failed',
				finishTime: at( '14:05:00' ),
			} ),
			live,
		];
		expect( await textOf( '/portal/accounts/acme' ) ).toContain(
			'Production Live Build 43 failed 14:05 today. Build 42 stayed live. localhost:4101'
		);
	} );

	test( 'says how to begin', async () => {
		expect( await textOf( '/portal/accounts/acme' ) ).toContain(
			'No code yet Upload a zip to start it'
		);
		portal.hosting.appList = [];
		expect( await textOf( '/portal/accounts/acme' ) ).toContain(
			'No apps yet'
		);
	} );

	test( 'answers 404 for an account that is not there', async () => {
		const { statusCode, body } = await portal.get(
			'/portal/accounts/nobody'
		);
		expect( statusCode ).toBe( 404 );
		expect( body ).toContain( 'There is no account “nobody”.' );
	} );
} );

describe( 'Overview', () => {
	test( 'says in its first line what visitors get', async () => {
		portal.hosting.buildList = [ live ];
		expect( await textOf( ENVIRONMENT_URL ) ).toContain(
			'Live. Build 42 has been serving since 14:02. Started by webhook, Rebuild. Ready 41 s after the call.'
		);
	} );

	test( 'shows a running build with its usual duration, and what waits', async () => {
		portal.hosting.buildList = [
			aBuild( {
				number: 44,
				state: 'queued',
				startTime: null,
				finishTime: null,
				absorbed: 2,
			} ),
			building,
			live,
		];
		const text = await textOf( ENVIRONMENT_URL );
		expect( text ).toContain(
			'Building Build 43 26 s so far, usually about 40 s'
		);
		expect( text ).toContain( 'Queued Build 44 starts when build 43 ends' );
		expect( ( await portal.get( ENVIRONMENT_URL ) ).body ).toMatch(
			/<noscript>\s*<meta http-equiv="refresh"/
		);
	} );

	test( 'does not turn a live site red when a build failed', async () => {
		portal.hosting.buildList = [
			aBuild( { number: 43, state: 'failed', error: 'Broken.' } ),
			live,
		];
		expect( await textOf( ENVIRONMENT_URL ) ).toContain(
			'Live. Build 42 has been serving'
		);
	} );

	test( 'says why nothing is served', async () => {
		portal.hosting.buildList = [
			aBuild( {
				number: 1,
				state: 'failed',
				error: 'npm ci ended with code 1.',
			} ),
		];
		expect( await textOf( ENVIRONMENT_URL ) ).toContain(
			'Nothing is served yet. Build 1 failed: npm ci ended with code 1.'
		);
	} );

	test( 'offers the upload to an empty environment', async () => {
		expect( await textOf( ENVIRONMENT_URL ) ).toContain(
			'Upload a zip of your project.'
		);
	} );

	test( 'says that the app is down, since when, why, and what it printed last', async () => {
		portal.hosting.buildList = [ live ];
		portal.hosting.visitors = {
			state: 'down',
			since: at( '14:08:11' ),
			lastOutput: 'TypeError: <nothing>',
			restarts: 2,
			lastExit: {
				time: at( '14:09:11' ),
				code: 1,
				signal: null,
				reason: 'The application ended with code 1',
			},
		};
		const text = await textOf( ENVIRONMENT_URL );
		expect( text ).toContain( 'Production Down' );
		expect( text ).toContain(
			'Down since 14:08. The application ended with code 1.'
		);
		expect( text ).toContain( 'TypeError: &lt;nothing&gt;' );
	} );

	test( 'says that the app runs and does not respond, and when it is restarted', async () => {
		portal.hosting.buildList = [ live ];
		portal.hosting.visitors = {
			state: 'unresponsive',
			since: at( '14:08:11' ),
			lastOutput: '',
			restarts: 0,
			lastExit: null,
		};
		const text = await textOf( ENVIRONMENT_URL );
		expect( text ).toContain( 'Production Not responding' );
		expect( text ).toContain(
			'Not responding since 14:08. The application runs, but does not answer requests. If it answers nothing for 60 s, it is restarted.'
		);
	} );

	test( 'says since when the application of a live build runs, and how often it was restarted', async () => {
		portal.hosting.buildList = [ live ];
		portal.hosting.visitors = {
			state: 'up',
			since: at( '14:08:11' ),
			lastOutput: '',
			restarts: 2,
			lastExit: {
				time: at( '14:08:09' ),
				code: null,
				signal: 'SIGKILL',
				reason: 'The application was ended by SIGKILL',
			},
		};
		const text = await textOf( ENVIRONMENT_URL );
		expect( text ).toContain(
			'Live. Build 42 has been serving since 14:08.'
		);
		expect( text ).toContain(
			'Restarted 2 times. Last end, at 14:08: The application was ended by SIGKILL.'
		);
	} );

	test( 'does not call a build live that does not run', async () => {
		portal.hosting.buildList = [ live ];
		portal.hosting.visitors = null;
		const text = await textOf( ENVIRONMENT_URL );
		expect( text ).toContain( 'Production Down' );
		expect( text ).toContain( 'Down. Build 42 is not running.' );
	} );

	test( 'tells what the environment takes of the disk', async () => {
		portal.hosting.buildList = [ live ];
		portal.hosting.accountUsage.environments = [
			{
				environmentId: ENVIRONMENT_ID,
				appId: 'storefront',
				displayName: 'Production',
				wpEnvironment: 'acmeprod',
				expectedTime: null,
				days: [
					aUsageDay( {
						date: '2026-11-20',
						fileBytes: 412e6,
						databaseBytes: 200e6,
						measureTime: at( '03:10:00' ),
					} ),
				],
			},
		];
		expect( await textOf( ENVIRONMENT_URL ) ).toContain(
			'Disk 612 MB measured 03:10'
		);
	} );

	test( 'escapes names', async () => {
		const [ environment ] = portal.hosting.environmentList;
		Object.assign( environment ?? {}, { displayName: '<b>Prod</b>' } );
		const { body } = await portal.get( ENVIRONMENT_URL );
		expect( body ).toContain( '&lt;b&gt;Prod' );
		expect( body ).not.toContain( '<b>Prod' );
	} );
} );

describe( 'a build that somebody ended', () => {
	test.each( [ 'cancelled', 'superseded' ] as const )(
		'has a step that was cancelled, not one that failed, when it is %s',
		async ( state ) => {
			portal.hosting.buildList = [
				aBuild( {
					number: 43,
					state,
					error: 'Cancelled.',
					steps: [
						{
							name: 'unpack',
							state: 'failed',
							startTime: at( '13:00:00' ),
							finishTime: at( '13:00:02' ),
						},
					],
				} ),
			];
			const url = `${ ENVIRONMENT_URL }/builds/43`;
			const { body } = await portal.get( url );
			expect( await textOf( url ) ).toContain(
				'Unpack Cancelled after 2 s'
			);
			expect( body ).toContain( '<li class="step quiet">' );
			expect( body ).not.toContain( 'step bad' );
		}
	);

	test( 'has no reason beside its state that only repeats it', async () => {
		portal.hosting.buildList = [
			aBuild( { number: 43, state: 'cancelled', error: 'Cancelled.' } ),
		];
		const text = await textOf( `${ ENVIRONMENT_URL }/builds` );
		expect( text ).toContain( 'Cancelled Webhook, Rebuild 41 s' );
	} );
} );

describe( 'a build that is live', () => {
	test( 'offers the site, and its last line leads there', async () => {
		portal.hosting.buildList = [
			{ ...live, trigger: 'upload', startedBy: 'upload by sam' },
		];
		portal.hosting.log =
			'The build is live: http://localhost:4101\nThe build is live: http://evil.example\n';
		const url = `${ ENVIRONMENT_URL }/builds/42`;
		expect( await textOf( url ) ).toContain(
			'Uploaded by sam at 14:01 today.'
		);
		const headers = { authorization: basic( 'kim' ) };
		const { body } = await portal.get( url, { headers } );
		expect( body ).toMatch(
			/class="button"\s+href="http:\/\/localhost:4101"[^>]*>[\s\S]*?Visit site/
		);
		expect( body ).toMatch(
			/The build is live: <a\s+href="http:\/\/localhost:4101"/
		);
		expect( body ).not.toContain( 'href="http://evil.example' );
	} );
} );

describe( 'Builds', () => {
	test( 'name the step that failed once', async () => {
		portal.hosting.buildList = [
			aBuild( {
				number: 43,
				state: 'failed',
				error: 'Build failed: npm run build ended with exit code 1. Look.',
				steps: [
					{
						name: 'build',
						state: 'failed',
						startTime: at( '13:00:00' ),
						finishTime: at( '13:00:02' ),
					},
				],
			} ),
		];
		expect( await textOf( `${ ENVIRONMENT_URL }/builds` ) ).toContain(
			'Webhook, Rebuild. Build: npm run build ended with exit code 1 '
		);
	} );

	test( 'are paged when they are many', async () => {
		portal.hosting.buildList = Array.from( { length: 120 }, ( _, index ) =>
			aBuild( { number: 120 - index } )
		);
		const first = await textOf( `${ ENVIRONMENT_URL }/builds` );
		expect( first ).toContain( 'Page 1 of 3 Older builds' );
		expect( first ).toContain( 'Build 71 ' );
		expect( first ).not.toContain( 'Build 70 ' );
		const last = await textOf( `${ ENVIRONMENT_URL }/builds?page=3` );
		expect( last ).toContain( 'Newer builds Page 3 of 3' );
		expect( last ).toContain( 'Build 20 ' );
		expect( last ).not.toContain( 'Older builds' );
	} );

	test.each( [ '0', '-1', 'x', '99', '1e99' ] )(
		'show a page that there is for page %s',
		async ( page ) => {
			portal.hosting.buildList = [ live ];
			expect(
				await textOf( `${ ENVIRONMENT_URL }/builds?page=${ page }` )
			).toContain( 'Build 42' );
		}
	);

	test( 'say the limit of an upload as it is set', async () => {
		portal = await portalApp( undefined, {
			limits: readLimits( { maxUploadBytes: 5 * 1024 * 1024 } ),
		} );
		expect( await textOf( `${ ENVIRONMENT_URL }/builds` ) ).toContain(
			'Up to 5 MiB, with a package.json.'
		);
	} );
} );

describe( 'the frame', () => {
	test( 'says on every page that fault rules are on', async () => {
		const { body: without } = await portal.get( '/portal/accounts/acme' );
		expect( without ).not.toContain( 'wrong on purpose' );
		portal.faults.onCount = 2;
		for ( const page of [ '/portal/accounts/acme', ENVIRONMENT_URL ] ) {
			const { body } = await portal.get( page );
			expect( body ).toMatch( /2 fault rules\s+are on/ );
			expect( body ).toMatch( /id="faults-on"[^>]*>2 on</ );
		}
	} );

	test( 'leads to everything, for the account that was looked at last', async () => {
		portal.hosting.accountList.push( { name: 'globex', id: 'globex-id' } );
		const seen = await portal.get( '/portal/accounts/globex' );
		const cookie = String( seen.headers[ 'set-cookie' ] ).split( ';' )[ 0 ];
		const { body } = await portal.get( '/portal/installs', {
			headers: { cookie },
		} );
		for ( const href of [
			'/portal/accounts/globex',
			'/portal/accounts/globex/usage',
			'/portal/requests',
			'/portal/faults',
			'/portal/api',
			'/portal/accounts',
			'/portal/users',
			'/portal/installs',
		] ) {
			expect( body ).toContain( `href="${ href }"` );
		}
	} );

	test( 'forgets an account that is no more', async () => {
		const { headers } = await portal.get( '/portal', {
			headers: { cookie: 'headless_deploy_account=gone' },
		} );
		expect( headers.location ).toBe( '/portal/accounts/acme' );
	} );

	test( 'puts the state of what runs into title and icon', async () => {
		portal.hosting.buildList = [ building, live ];
		const { body } = await portal.get( ENVIRONMENT_URL );
		expect( body ).toMatch(
			/<title\s[^>]+>\s*Building, 26 s · storefront/
		);
		expect( body ).toContain( 'favicon-run.svg' );
	} );
} );

describe( 'whoever may only look', () => {
	const headers = { authorization: basic( 'kim' ) };

	test.each( [
		'/portal/accounts/acme',
		ENVIRONMENT_URL,
		`${ ENVIRONMENT_URL }/builds`,
		`${ ENVIRONMENT_URL }/builds/43`,
		`${ ENVIRONMENT_URL }/builds/42`,
	] )( 'gets no button that changes anything: %s', async ( page ) => {
		portal.hosting.buildList = [ building, live ];
		const { statusCode, body } = await portal.get( page, { headers } );
		expect( statusCode ).toBe( 200 );
		expect( body.match( /<form [^>]*action="[^"]*"/g ) ).toEqual( [
			'<form method="post" action="/portal/sign-out"',
		] );
		expect( body ).not.toMatch(
			/\/new"|\/delete"|\/clean-rebuild"|#upload"/
		);
	} );

	test( 'is refused when they press one all the same', async () => {
		const { statusCode, body } = await portal.post(
			`${ ENVIRONMENT_URL }/rebuild`,
			{ headers }
		);
		expect( statusCode ).toBe( 403 );
		expect( body ).toContain(
			'Your role is read-only. Ask an administrator for the write role.'
		);
		expect( portal.hosting.calls ).toEqual( [] );
	} );
} );

describe( 'a build', () => {
	test( 'shows its log, and goes on with it from a place on', async () => {
		portal.hosting.buildList = [ building ];
		portal.hosting.log = 'one\ntwo\nhal';
		const { body } = await portal.get( `${ ENVIRONMENT_URL }/builds/43` );
		expect( body ).toContain( '<span>two</span>' );
		expect( body ).toContain( 'data-append="8.3"' );
		portal.hosting.log += 'f\n';
		const more = await portal.get(
			`${ ENVIRONMENT_URL }/builds/43?from=8.3`
		);
		expect( more.body ).toContain( 'data-append="13.4"' );
		expect( more.body ).toContain( 'id="L3"' );
		expect( more.body ).not.toContain( '<span>two</span>' );
	} );

	test( 'has six steps, each with its time, and says how long it usually takes', async () => {
		portal.hosting.buildList = [
			{
				...building,
				steps: [
					{
						name: 'unpack',
						state: 'done',
						startTime: at( '14:08:34' ),
						finishTime: at( '14:08:36' ),
					},
					{
						name: 'install',
						state: 'running',
						startTime: at( '14:08:36' ),
						finishTime: null,
					},
				],
			},
			live,
		];
		const text = await textOf( `${ ENVIRONMENT_URL }/builds/43` );
		expect( text ).toContain( '26 s so far, usually about 40 s.' );
		expect( text ).toMatch(
			/Unpack, done 2 s Install, running 24 s Build to come Start to come Health to come Live to come/
		);
	} );

	test( 'tells a failure on top, with what stayed live', async () => {
		portal.hosting.buildList = [
			aBuild( {
				number: 43,
				state: 'failed',
				error: 'npm ci ended with code 1.',
			} ),
			live,
		];
		expect( await textOf( `${ ENVIRONMENT_URL }/builds/43` ) ).toContain(
			'npm ci ended with code 1. Build 42 is live.'
		);
	} );

	test.each( [
		[
			'npm ci ended with code 1. Run npm install. Build 42 stayed live.',
			'Install failed: npm ci ended with code 1. Run npm install. Build 42 stayed live.',
		],
		[
			'Install took too long.',
			'Install took too long. Build 42 is live.',
		],
	] )( 'names the step that failed: %s', async ( error, words ) => {
		portal.hosting.buildList = [
			aBuild( {
				number: 43,
				state: 'failed',
				error,
				steps: [
					{
						name: 'install',
						state: 'failed',
						startTime: at( '13:00:00' ),
						finishTime: at( '13:00:41' ),
					},
				],
			} ),
			live,
		];
		const text = await textOf( `${ ENVIRONMENT_URL }/builds/43` );
		expect( text ).toContain( words );
		expect( text ).toContain( 'Install, failed 41 s Build not run' );
	} );

	test( 'gives its log as plain text', async () => {
		portal.hosting.buildList = [ live ];
		portal.hosting.log = '<b>one</b>\n';
		const { headers, body } = await portal.get(
			`${ ENVIRONMENT_URL }/builds/42/log`
		);
		expect( headers[ 'content-type' ] ).toBe( 'text/plain; charset=utf-8' );
		expect( body ).toBe( '<b>one</b>\n' );
	} );

	test.each( [ '99', '0', '-1', 'x', '1e3' ] )(
		'answers 404 for number %s',
		async ( number ) => {
			const { statusCode } = await portal.get(
				`${ ENVIRONMENT_URL }/builds/${ number }`
			);
			expect( statusCode ).toBe( 404 );
		}
	);
} );

describe( 'webhooks', () => {
	test( 'no page holds more of the token than its last four characters', async () => {
		await portal.hosting.createWebhooks();
		portal.hosting.buildList = [ live ];
		const pages = [
			'/portal/accounts/acme',
			...[
				'',
				'/builds',
				'/builds/42',
				'/settings',
				'/settings/regenerate',
				'/settings/delete',
			].map( ( rest ) => ENVIRONMENT_URL + rest ),
		];
		for ( const page of pages ) {
			const { statusCode, body } = await portal.get( page );
			expect( statusCode, page ).toBe( 200 );
			expect( body, page ).not.toContain( TOKEN.slice( 0, -4 ) );
			expect( body, page ).not.toContain( TOKEN.slice( -5 ) );
		}
	} );
} );

test( 'what goes wrong inside is told without its details', async () => {
	portal.hosting.environment = async () => {
		throw new Error( 'SELECT secret FROM table' );
	};
	const { statusCode, body } = await portal.get( ENVIRONMENT_URL );
	expect( statusCode ).toBe( 500 );
	expect( body ).toContain( 'Something went wrong in the platform itself.' );
	expect( body ).not.toContain( 'SELECT' );
} );

test( 'a refusal of the platform keeps its status and words', async () => {
	portal.hosting.environment = async () => {
		throw new HostingError(
			404,
			'There is no app “store”. There is “storefront”.'
		);
	};
	const { statusCode, body } = await portal.get( ENVIRONMENT_URL );
	expect( statusCode ).toBe( 404 );
	expect( body ).toContain( 'There is “storefront”.' );
} );

/** Refresh: a published post is on all pages that show it, without a build, and the other pages stay cached. */
import { REFRESH_POLICY } from '../../src/dev-kit/stack/connection.ts';
import type { Answer } from '../../src/shared/platform-api.generated.ts';
import type { EnvironmentInput, Settings } from '../../src/shared/wire.ts';
import { cacheFrontPage, expectLive, publishPost } from './editor.ts';
import { publish } from './environment-states.ts';
import { expect, logIn, test } from './kit.ts';
import type { BrowserKit } from './kit.ts';
import { callPlatform } from './platform.ts';
import { newest } from './runs.ts';
import { withCode } from './wordpress.ts';

const ARCHIVE = '/category/uncategorized/';
const UNRELATED = [ '/hello-world/', '/sample-page/' ];

async function setPolicy(
	kit: BrowserKit,
	policy: NonNullable< EnvironmentInput[ 'automation' ] >[ 'policy' ]
): Promise< void > {
	const settings = 'headless-deploy/v1/settings';
	const { environments } = await kit.rest.call< Settings >( 'GET', settings );
	await kit.rest.call(
		'PUT',
		`${ settings }/environments/${ kit.environment.id }`,
		{ automation: { policy } },
		environments.find( ( { id } ) => id === kit.environment.id )?.etag
	);
}

async function visit( kit: BrowserKit, path: string ) {
	const answer = await fetch( kit.frontEnd.url + path );
	return {
		text: await answer.text(),
		cache: answer.headers.get( 'x-cache' ),
	};
}

async function countBuilds( kit: BrowserKit ): Promise< number > {
	const { accountName, appId, environmentId } = kit.hosting;
	const { builds } = await callPlatform< Answer< 'listBuilds' > >(
		kit,
		'GET',
		`/v1/accounts/${ accountName }/apps/${ appId }/environments/${ environmentId }/builds`
	);
	return builds.length;
}

test.beforeAll( ( { kit } ) => setPolicy( kit, REFRESH_POLICY ) );

test.afterAll( ( { kit } ) =>
	setPolicy( kit, { content: 'rebuild', terms: 'rebuild' } )
);

test( 'shows a published post on its page, its archive and the front page, without a build', async ( {
	page,
	kit,
} ) => {
	// The first refresh after a start renews all pages, and so does the first visit of wp-admin: SQLite activates its plugin.
	await logIn( page, kit );
	await cacheFrontPage( kit );
	await publish( kit, 'The first refresh' );
	await expectLive( kit, 'The first refresh' );
	const builds = await countBuilds( kit );
	for ( const path of [ '/', ARCHIVE, '/fresh-at-once/', ...UNRELATED ] ) {
		await visit( kit, path );
	}

	await publishPost( page, kit, 'Fresh at once' );
	await expect
		.poll( () => newest( kit ) )
		.toMatchObject( {
			reasons: [ { title: 'Fresh at once' } ],
			action: 'refresh',
			status: 'live',
		} );

	for ( const path of [ '/', ARCHIVE, '/fresh-at-once/' ] ) {
		expect( ( await visit( kit, path ) ).text, path ).toContain(
			'Fresh at once'
		);
	}
	for ( const path of UNRELATED ) {
		expect( ( await visit( kit, path ) ).cache, path ).toBe( 'HIT' );
	}
	expect( await countBuilds( kit ) ).toBe( builds );
} );

test( 'shows a post that was published while the front end could not be reached', async ( {
	kit,
} ) => {
	await cacheFrontPage( kit );
	const unreachable = `add_filter( 'pre_http_request', static fn( $answer, $options, $url ) => str_ends_with( $url, '/api/refresh' )
		? new WP_Error( 'http_request_failed', 'cURL error 7: Failed to connect' ) : $answer, 10, 3 );`;
	await withCode( kit, unreachable, async () => {
		await publish( kit, 'Late post' );
		await expect
			.poll( async () => {
				await kit.rest.call(
					'POST',
					'headless-deploy/v1/dispatch',
					{}
				);
				return ( await newest( kit ) )?.attempts.length;
			} )
			.toBe( 1 );
		const front = await visit( kit, '/' );
		expect( front.cache ).toBe( 'HIT' );
		expect( front.text ).not.toContain( 'Late post' );
	} );
	await expectLive( kit, 'Late post' );
} );

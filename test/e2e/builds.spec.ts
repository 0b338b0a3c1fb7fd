/** The result of a build that the platform reports. */
import fs from 'node:fs';
import path from 'node:path';
import { listRuns } from './runs.ts';
import { publishPost } from './editor.ts';
import { expect, logIn, test } from './kit.ts';
import { withCode } from './wordpress.ts';

const CREDENTIALS = 'headless-deploy/v1/settings/credentials';
const LIVE_WITHIN_MS = 60_000;

/** PHP code that delays the content of a front end until a file exists, and then answers with an error. */
function failingContent( gate: string ): string {
	return `add_filter( 'rest_pre_dispatch', static function ( $answer, $server, $request ) {
		if ( is_user_logged_in() || ! str_starts_with( $request->get_route(), '/wp/v2/' ) ) {
			return $answer;
		}
		for ( $turns = 0; $turns < 140 && ! file_exists( '${ gate }' ); $turns++ ) {
			usleep( 100000 );
		}
		return new WP_Error( 'broken', 'Broken on purpose.', array( 'status' => 500 ) );
	}, 10, 3 );`;
}

test.beforeAll( async ( { kit } ) => {
	const { url, user, password } = kit.hosting;
	await kit.rest.call( 'PUT', CREDENTIALS, {
		apiUrl: url,
		user,
		password,
	} );
} );

test.afterAll( ( { kit } ) => kit.rest.call( 'DELETE', CREDENTIALS ) );

test( 'shows a failed build by its number in the editor until the next build is live', async ( {
	page,
	kit,
} ) => {
	const gate = path.join( kit.folder, 'build-gate' );
	const panel = page.locator( '.editor-post-publish-panel' );
	const notice = page
		.locator( '.components-notice' )
		.filter( { hasText: 'The build failed' } );
	await withCode( kit, failingContent( gate ), async () => {
		await logIn( page, kit );
		await publishPost( page, kit, 'Breaks the build' );
		await expect( panel.getByText( /^Building/ ).first() ).toBeVisible();
		fs.writeFileSync( gate, '' );
		await expect(
			panel.getByText( 'The build failed', { exact: true } )
		).toBeVisible();
		// On a busy machine the refresh of the same save can begin after the build.
		const runs = await listRuns( kit );
		const build =
			runs.find( ( { lane } ) => lane === 'build' )?.build?.number ?? 0;
		expect( build ).toBeGreaterThan( 0 );
		await expect( notice ).toContainText( `its build “${ build }” failed` );
	} );
	fs.rmSync( gate );
	await notice.getByRole( 'button', { name: 'Retry' } ).click();
	await expect( panel.getByText( /^On .+ since/ ) ).toBeVisible( {
		timeout: LIVE_WITHIN_MS,
	} );
	await expect( notice ).toHaveCount( 0 );
} );

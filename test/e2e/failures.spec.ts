/**
 * A host with bad days: it mends itself, or somebody mends it, and nothing is lost.
 */
import { newest } from './runs.ts';
import { publishPost } from './editor.ts';
import { expect, logIn, test } from './kit.ts';
import type { BrowserKit } from './kit.ts';
import { callPlatform } from './platform.ts';
import { PANEL } from './screens.ts';
import { publish } from './environment-states.ts';

/**
 * Lets the platform answer webhook calls wrongly, as long as something is done.
 *
 * @param rule What it does, and how often.
 */
async function withFault(
	kit: BrowserKit,
	rule: object,
	work: () => Promise< void >
): Promise< void > {
	await callPlatform( kit, 'POST', '/_local/faults', {
		path: '/wh/*',
		...rule,
	} );
	try {
		await work();
	} finally {
		await callPlatform( kit, 'DELETE', '/_local/faults' );
	}
}

test( 'a host that is busy is tried again when it asked for it, by itself', async ( {
	page,
	kit,
} ) => {
	const busy = {
		kind: 'status',
		status: 503,
		retryAfterSeconds: 10,
		count: 1,
	};
	await withFault( kit, busy, async () => {
		await logIn( page, kit, PANEL );
		const card = page.locator( '.headless-deploy-card' );
		const id = await publish( kit, 'Tried twice' );
		await expect( card.getByText( /^Retrying in \d+ s$/ ) ).toBeVisible();
		await expect( card.getByText( /1 attempt failed\./ ) ).toBeVisible();
		await expect(
			card.getByRole( 'heading', { name: /^(Accepted|Live)/ } )
		).toBeVisible();
		await expect
			.poll( async () => ( await newest( kit ) )?.live?.post )
			.toBe( id );
		const { attempts } = ( await newest( kit ) ) ?? {};
		expect( attempts?.map( ( { httpStatus } ) => httpStatus ) ).toEqual( [
			503, 200,
		] );
	} );
} );

test( 'a host that stays busy is told of in the editor, and sent again by hand from there', async ( {
	page,
	kit,
} ) => {
	const busy = {
		kind: 'status',
		status: 503,
		retryAfterSeconds: 600,
		count: 1,
	};
	await withFault( kit, busy, async () => {
		await logIn( page, kit );
		await publishPost( page, kit, 'Sent by hand' );
		const notice = page
			.locator( '.components-notice' )
			.filter( { hasText: 'Production · Retrying' } );
		await notice.getByRole( 'button', { name: 'Try again' } ).click();
		await expect( notice ).toHaveCount( 0 );
		await expect(
			page
				.locator( '.editor-post-publish-panel' )
				.getByText( /^On .+ since/ )
		).toBeVisible();
		expect( ( await newest( kit ) )?.attempts ).toHaveLength( 2 );
	} );
} );

/** Temporary errors of the host. */
import { newest } from './runs.ts';
import { publishPost } from './editor.ts';
import { expect, logIn, test } from './kit.ts';
import type { BrowserKit } from './kit.ts';
import { callPlatform } from './platform.ts';
import { PANEL } from './screens.ts';
import { publish } from './environment-states.ts';

/** Makes the platform answer webhook calls by a fault rule while `work` runs. */
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

test( 'retries a busy host automatically at the time that it asked for', async ( {
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

test( 'shows in the editor that a run is retried, and sends it on request', async ( {
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

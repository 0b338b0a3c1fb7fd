/** The panel in wp-admin. */
import { expect, logIn, test } from './kit.ts';
import { PANEL } from './screens.ts';

test(
	'sends Purge Cache, Rebuild and Clean Rebuild, and lists them',
	{ tag: '@oldest' },
	async ( { page, kit } ) => {
		await logIn( page, kit, PANEL );
		const activity = page.locator( '.headless-deploy-activity' );

		await page.getByRole( 'button', { name: 'Purge Cache' } ).click();
		await expect(
			activity.getByText( 'Purge Cache of Production' ).first()
		).toBeVisible();

		await page
			.getByRole( 'button', { name: 'Rebuild', exact: true } )
			.click();
		await expect(
			activity.getByText( /^Rebuild of Production$/ ).first()
		).toBeVisible();

		await page.getByRole( 'button', { name: 'Clean Rebuild' } ).click();
		await page
			.getByRole( 'dialog' )
			.getByRole( 'button', { name: 'Clean Rebuild' } )
			.click();
		await expect(
			activity.getByText( /^Clean Rebuild of Production$/ ).first()
		).toBeVisible();
	}
);

test( 'shows Automation in one column on narrow windows, without overflow', async ( {
	page,
	kit,
} ) => {
	await logIn( page, kit, `${ PANEL }&tab=automation` );
	const columns = page.locator( '.headless-deploy-column' );
	await expect( columns ).toHaveCount( 2 );
	const leftEdges = () =>
		columns.evaluateAll(
			( all ) =>
				new Set(
					all.map( ( one ) => one.getBoundingClientRect().left )
				).size
		);
	const overflowing = () =>
		page
			.locator( '.headless-deploy-automation .components-card' )
			.evaluateAll( ( cards ) =>
				cards.flatMap( ( card ) => {
					const { left, right } = card.getBoundingClientRect();
					return [
						...card.querySelectorAll( 'h2, p, label, button' ),
					]
						.filter( ( inner ) => {
							const box = inner.getBoundingClientRect();
							return (
								box.width > 1 &&
								( box.left < left - 1 || box.right > right + 1 )
							);
						} )
						.map( ( { textContent } ) => textContent );
				} )
			);
	for ( const width of [ 783, 960, 1100 ] ) {
		await page.setViewportSize( { width, height: 900 } );
		await expect.poll( leftEdges, `${ width } wide` ).toBe( 1 );
		expect( await overflowing(), `${ width } wide` ).toEqual( [] );
	}
	await page.setViewportSize( { width: 1440, height: 900 } );
	await expect.poll( leftEdges ).toBe( 2 );
	expect( await overflowing() ).toEqual( [] );
} );

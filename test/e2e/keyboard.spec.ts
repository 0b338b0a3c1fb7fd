/**
 * The panel without a mouse and without eyes: everything is reached, one sees where one is, and the focus is never lost.
 */
import type { Page } from '@playwright/test';
import { expect, logIn, test } from './kit.ts';
import { PANEL, TABS } from './screens.ts';
import { send } from './environment-states.ts';

/** A dialog, or a menu. */
const OPENED = '.components-modal__frame, .components-dropdown-menu__menu';

/** Where Tab goes round and round, there are more. */
const MOST_STOPS = 200;

interface Stop {
	name: string;
	/** Whether anything looks otherwise while it has the focus. */
	shows: boolean;
}

/** Tells what has the focus, if it is ours. */
function stopOf( page: Page ): Promise< Stop | null > {
	return page.evaluate( () => {
		const now = document.querySelector< HTMLElement >(
			'#wpbody-content :focus'
		);
		if ( now === null ) {
			return null;
		}
		// A field's ring may be drawn by its frame.
		const around = now.parentElement?.parentElement ?? now;
		const looks = () =>
			[ around, ...around.querySelectorAll( '*' ) ]
				.map( ( node ) => {
					const style = getComputedStyle( node );
					return `${ style.outline } ${ style.boxShadow } ${ style.borderColor } ${ style.textDecorationLine }`;
				} )
				.join();
		const focused = looks();
		now.blur();
		const shows = focused !== looks();
		now.focus();
		const words = now.getAttribute( 'aria-label' ) ?? now.textContent;
		return { name: `${ now.tagName } ${ words }`.slice( 0, 60 ), shows };
	} );
}

/** Counts what Tab has to reach; a group of radio buttons is one. */
function countTabbable( page: Page ): Promise< number > {
	return page.evaluate( () => {
		const all = document.querySelectorAll< HTMLInputElement >(
			[
				'a[href]',
				'button',
				'input:not([type="radio"])',
				'input[type="radio"]:checked',
				'select',
				'textarea',
				'[tabindex="0"]',
			]
				.map( ( selector ) => `#wpbody-content ${ selector }` )
				.join()
		);
		return [ ...all ].filter(
			( node ) =>
				node.checkVisibility() && ! node.disabled && node.tabIndex >= 0
		).length;
	} );
}

test( 'Tab reaches everything once, and one sees where one is', async ( {
	page,
	kit,
} ) => {
	await page.emulateMedia( { reducedMotion: 'reduce' } );
	await send( kit, 'purgeCache' );
	await logIn( page, kit );
	for ( const tab of TABS ) {
		await page.goto( kit.wordpress.url + tab.where );
		await tab.open( page );
		await page.locator( '.headless-deploy-header a' ).first().focus();
		const stops: Stop[] = [];
		for (
			let stop = await stopOf( page );
			stop !== null && stops.length < MOST_STOPS;
			stop = await stopOf( page )
		) {
			stops.push( stop );
			await page.keyboard.press( 'Tab' );
		}
		expect( stops.length, tab.name ).toBe( await countTabbable( page ) );
		expect( stops.filter( ( { shows } ) => ! shows ) ).toEqual( [] );
	}
} );

test( 'what was opened is closed by Escape, and gives the focus back', async ( {
	page,
	kit,
} ) => {
	await send( kit, 'purgeCache' );
	await logIn( page, kit, PANEL );
	const root = page.locator( '#headless-deploy-root' );
	for ( const { where, name } of [
		{ where: PANEL, name: 'Clean Rebuild' },
		{ where: PANEL, name: /^More actions/ },
		{
			where: `${ PANEL }&tab=activity`,
			name: 'Purge Cache',
		},
		{
			where: `${ PANEL }&tab=automation`,
			name: 'Add schedule',
		},
	] as const ) {
		await page.goto( kit.wordpress.url + where );
		const opener = root.getByRole( 'button', { name } ).first();
		await opener.press( 'Enter' );
		const opened = page.locator( OPENED );
		await expect( opened ).toBeVisible();
		await expect(
			page
				.locator( ':focus' )
				.and( page.locator( `${ OPENED }, :is( ${ OPENED } ) *` ) )
		).toHaveCount( 1 );
		await page.keyboard.press( 'Escape' );
		await expect( opened ).toHaveCount( 0 );
		await expect( opener ).toBeFocused();
	}
} );

/** The panel with a keyboard. */
import type { Page } from '@playwright/test';
import { expect, logIn, test } from './kit.ts';
import { PANEL, TABS } from './screens.ts';
import { send } from './environment-states.ts';

/** A dialog, or a menu. */
const OPENED = '.components-modal__frame, .components-dropdown-menu__menu';

/** More stops than any screen has: a focus trap would never end. */
const MAX_STOPS = 200;

interface Stop {
	name: string;
	/** Whether the focus changes how it looks. */
	isVisible: boolean;
}

/** The focused element, if it belongs to the content of the page. */
function stopOf( page: Page ): Promise< Stop | null > {
	return page.evaluate( async () => {
		const now = document.querySelector< HTMLElement >(
			'#wpbody-content :focus'
		);
		if ( now === null ) {
			return null;
		}
		// The ring of a field may be drawn by its container.
		const around = now.parentElement?.parentElement ?? now;
		const styles = () =>
			[ around, ...around.querySelectorAll( '*' ) ]
				.map( ( node ) => {
					const style = getComputedStyle( node );
					return `${ style.outline } ${ style.boxShadow } ${ style.borderColor } ${ style.textDecorationLine }`;
				} )
				.join();
		const focused = styles();
		now.blur();
		// Components of WordPress draw some rings in their next render.
		await new Promise( requestAnimationFrame );
		const isVisible = focused !== styles();
		now.focus();
		const label = now.getAttribute( 'aria-label' ) ?? now.textContent;
		return {
			name: `${ now.tagName } ${ label }`.slice( 0, 60 ),
			isVisible,
		};
	} );
}

/** Counts the elements that Tab has to reach; a group of radio buttons is one. */
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

test( 'reaches every control once with Tab, and shows the focus', async ( {
	page,
	kit,
} ) => {
	await send( kit, 'purgeCache' );
	for ( const tab of TABS ) {
		await logIn( page, kit, tab.where );
		await tab.open( page );
		await page.locator( '.headless-deploy-header a' ).first().focus();
		const stops: Stop[] = [];
		for (
			let stop = await stopOf( page );
			stop !== null && stops.length < MAX_STOPS;
			stop = await stopOf( page )
		) {
			stops.push( stop );
			await page.keyboard.press( 'Tab' );
		}
		expect( stops.length, tab.name ).toBe( await countTabbable( page ) );
		expect( stops.filter( ( { isVisible } ) => ! isVisible ) ).toEqual(
			[]
		);
	}
} );

test( 'closes dialogs and menus with Escape, and returns the focus', async ( {
	page,
	kit,
} ) => {
	await send( kit, 'purgeCache' );
	const root = page.locator( '#headless-deploy-root' );
	for ( const { where, name } of [
		{ where: PANEL, name: 'Clean Rebuild' },
		{ where: '', name: /^More actions/ },
		{
			where: `${ PANEL }&tab=activity`,
			name: 'Purge Cache',
		},
		{
			where: `${ PANEL }&tab=automation`,
			name: 'Add schedule',
		},
	] as const ) {
		if ( where !== '' ) {
			await logIn( page, kit, where );
		}
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

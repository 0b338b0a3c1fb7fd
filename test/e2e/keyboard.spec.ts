/** The panel with a keyboard. */
import type { Page } from '@playwright/test';
import { expect, logIn, test } from './kit.ts';
import { PANEL, TABS } from './screens.ts';
import { send } from './environment-states.ts';
import { waitUntilSent } from './stable-page.ts';

/** A dialog, or a menu. */
const OPENED = '.components-modal__frame, .components-dropdown-menu__menu';

/** More stops than any screen has: a focus trap would never end. */
const MAX_STOPS = 200;

interface Stop {
	name: string;
	/** Its element and classes: those of a kind look the same. */
	kind: string;
	/** Whether the focus changes how it looks; null where that is not checked. */
	isVisible: boolean | null;
}

/**
 * The focused element, if it belongs to a part of the page. Comparing the styles of its surroundings takes much time.
 *
 * @param known Kinds whose look is not checked; null checks none.
 */
function stopOf(
	page: Page,
	part: string,
	known: ReadonlySet< string > | null
): Promise< Stop | null > {
	return page.evaluate(
		async ( { selector, knownKinds } ) => {
			const now = document.querySelector< HTMLElement >(
				`${ selector } :focus`
			);
			if ( now === null ) {
				return null;
			}
			const label = now.getAttribute( 'aria-label' ) ?? now.textContent;
			// Relative times change.
			const name = `${ now.tagName } ${ label }`
				.replace( /just now|\d+ \w+ ago/g, 'ago' )
				.replace( /\d+/g, '0' )
				.slice( 0, 60 );
			const kind = `${ now.tagName } ${ now.className }`;
			if ( knownKinds === null || knownKinds.includes( kind ) ) {
				return { name, kind, isVisible: null };
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
			return { name, kind, isVisible };
		},
		{ selector: part, knownKinds: known && [ ...known ] }
	);
}

/**
 * Presses a key until the focus leaves a part of the page, and returns what had it.
 *
 * @param known Kinds whose look is not checked, to which those that are checked are added; null checks none.
 */
async function walk(
	page: Page,
	key: 'Tab' | 'Shift+Tab',
	part: string,
	known: Set< string > | null = null
): Promise< Stop[] > {
	const stops: Stop[] = [];
	for (
		let stop = await stopOf( page, part, known );
		stop !== null;
		stop = await stopOf( page, part, known )
	) {
		stops.push( stop );
		known?.add( stop.kind );
		expect( stops.length, stop.name ).toBeLessThan( MAX_STOPS );
		await page.keyboard.press( key );
	}
	return stops;
}

/** Counts the elements that Tab has to reach; a group of radio buttons is one. */
function countTabbable( page: Page, part: string ): Promise< number > {
	return page.evaluate( ( root ) => {
		const all = document.querySelectorAll< HTMLInputElement >(
			[
				'a[href]',
				'button',
				'input:not([type="radio"])',
				'input[type="radio"]:checked',
				'select',
				'summary',
				'textarea',
				'[tabindex="0"]',
			]
				.map( ( selector ) => `${ root } ${ selector }` )
				.join()
		);
		return [ ...all ].filter(
			( node ) =>
				node.checkVisibility() && ! node.disabled && node.tabIndex >= 0
		).length;
	}, part );
}

/** A part of a page that the plugin adds. */
interface Part {
	where: string;
	part: string;
	/** What takes the focus first. */
	first: string;
	open: ( page: Page ) => Promise< void >;
}

const CONTENT = '#wpbody-content';
const WIDGET = '#headless_deploy';

const PARTS: readonly Part[] = [
	...TABS.map( ( { where, open } ) => ( {
		where,
		part: CONTENT,
		first: '.headless-deploy-header a',
		open,
	} ) ),
	{
		where: `${ PANEL }&tab=hosting`,
		part: CONTENT,
		first: '.headless-deploy-header a',
		open: ( page ) =>
			expect(
				page
					.locator(
						'#headless-deploy-root a, #headless-deploy-root button'
					)
					.first()
			).toBeVisible(),
	},
	{
		where: '/wp-admin/index.php',
		part: WIDGET,
		first: `${ WIDGET } .handlediv`,
		open: ( page ) => expect( page.locator( WIDGET ) ).toBeVisible(),
	},
];

test( 'reaches every control once with Tab, shows the focus, and comes out again in both directions', async ( {
	page,
	kit,
} ) => {
	// The first page of wp-admin activates the plugin for SQLite, which refreshes the front end.
	await logIn( page, kit );
	await send( kit, 'purgeCache' );
	await waitUntilSent( kit );
	const seen = new Set< string >();
	for ( const { where, part, first, open } of PARTS ) {
		await logIn( page, kit, where );
		await open( page );
		// A list that arrives during the walk would add links to the way back.
		await expect(
			page.locator( `${ part } .components-spinner` )
		).toHaveCount( 0 );
		await page.locator( first ).first().focus();
		const stops = await walk( page, 'Tab', part, seen );
		if ( part === CONTENT ) {
			expect( stops.length, where ).toBe(
				await countTabbable( page, part )
			);
		}
		expect(
			stops.filter( ( { isVisible } ) => isVisible === false )
		).toEqual( [] );
		await page.keyboard.press( 'Shift+Tab' );
		const back = await walk( page, 'Shift+Tab', part );
		expect(
			back.map( ( { name } ) => name ).slice( 0, stops.length ),
			where
		).toEqual( stops.map( ( { name } ) => name ).reverse() );
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

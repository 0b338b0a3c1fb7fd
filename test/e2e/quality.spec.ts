/**
 * Every screen of the panel: nothing that axe finds wrong, and nothing wider than the window, on a desk and on a phone,
 * in light and dark colors.
 */
import type { Page } from '@playwright/test';
import { mistakesIn } from './axe.ts';
import { expect, logIn, test } from './kit.ts';
import type { BrowserKit } from './kit.ts';
import { ELSEWHERE, OPENED, paint, show, TABS } from './screens.ts';
import type { Screen } from './screens.ts';
import { breakHost, hold, mendHost, publish, send } from './states.ts';

const HEIGHT = 900;

/**
 * Judges screens.
 *
 * @param page    A page that is logged in.
 * @param kit     The kit.
 * @param screens The screens.
 * @param scheme  Colors of wp-admin; null for those it has.
 */
async function judge(
	page: Page,
	kit: BrowserKit,
	screens: readonly Screen[],
	scheme: string | null = null
): Promise< string[] > {
	const found: string[] = [];
	for ( const screen of screens ) {
		await show( page, kit.wordpress.url, screen );
		if ( scheme ) {
			await paint( page, scheme );
		}
		const mistakes = await mistakesIn( page, screen.roots );
		found.push(
			...mistakes.map( ( words ) => `${ screen.name }: ${ words }` )
		);
		const excess = await page.evaluate(
			() => document.documentElement.scrollWidth - innerWidth
		);
		if ( excess > 0 ) {
			found.push( `${ screen.name } is ${ excess } px too wide` );
		}
	}
	return found;
}

test.beforeAll( ( { kit } ) => send( kit, 'purgeCache' ) );

for ( const width of [ 1440, 360 ] ) {
	test( `axe finds nothing on any screen, ${ width } wide`, async ( {
		page,
		kit,
	} ) => {
		await page.setViewportSize( { width, height: HEIGHT } );
		await page.emulateMedia( { reducedMotion: 'reduce' } );
		await logIn( page, kit );
		expect(
			await judge( page, kit, [
				...TABS,
				...OPENED,
				// The bar's menu opens under a pointer, which a phone has not.
				...( width > 782 ? ELSEWHERE : [] ),
			] )
		).toEqual( [] );
	} );
}

test( 'axe finds nothing in dark colors, nor while something is held or has failed', async ( {
	page,
	kit,
} ) => {
	await page.emulateMedia( { reducedMotion: 'reduce' } );
	await logIn( page, kit );
	expect( await judge( page, kit, TABS, 'midnight' ) ).toEqual( [] );
	await hold( kit, true );
	await publish( kit, 'Held for axe' );
	expect( await judge( page, kit, TABS.slice( 0, 1 ) ) ).toEqual( [] );
	await breakHost( kit, 400 );
	try {
		await send( kit, 'rebuild' );
		expect(
			await judge( page, kit, [ ...TABS.slice( 0, 2 ), ...ELSEWHERE ] )
		).toEqual( [] );
	} finally {
		await mendHost( kit );
		await hold( kit, false );
		await send( kit, 'rebuild' );
	}
} );

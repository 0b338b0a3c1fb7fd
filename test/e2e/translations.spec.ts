/**
 * The screens in a language that nobody speaks: what stands there in plain letters was never translated. And the
 * panel from right to left.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { writeLanguagePack } from '../../src/dev-kit/translations/language-pack.ts';
import { allMessages } from '../../src/dev-kit/translations/messages.ts';
import {
	PSEUDO,
	PSEUDO_LOCALE,
} from '../../src/dev-kit/translations/pseudo.ts';
import { expect, logIn, test } from './kit.ts';
import type { BrowserKit } from './kit.ts';
import { openOurs } from './screen-states/editor.ts';
import { setStage } from './screen-states/site-overrides.ts';
import { NAMES } from './screen-states/sample-site.ts';
import { PANEL, TABS } from './screens.ts';
import { breakHost, mendHost, send } from './environment-states.ts';
import { runPhp } from './wordpress.ts';

/** Data, addresses, codes, and what core or the browser says. */
const NOT_OURS = [
	/^(?:https?:)?\/\//,
	/\.php\b/,
	/token=/,
	/localhost|127\.0\.0\.1/,
	/^--/,
	/^wp$/,
	// The people and environments of other tests.
	/^some-/,
	new RegExp(
		`^(?:${ NAMES.join( ' ' ).replaceAll( ' ', '|' ) })\\W*$`,
		'i'
	),
	/_/,
	/\/|\\|\*/,
	/^(?:Production|admin|local|webhook|UTC|front-end|Close|Posts?|Pages?|Template|Index|Navigation|Menu)\W*$/i,
	/^(?:January|February|March|April|May|June|July|August|September|October|November|December)\W*$/,
	/^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\W*$/,
	/^(?:AM|PM)\W*$/i,
];

const OWN = [
	'.headless-deploy',
	'.components-modal__frame',
	'.headless-deploy-panel',
	'.headless-deploy-notice',
	'#headless_deploy h2',
	'#headless_deploy .inside',
	'#wp-admin-bar-headless-deploy',
];

/**
 * Gives the kit's administrator a language.
 *
 * @param locale The language; '' for the site's.
 */
async function speak( kit: BrowserKit, locale: string ): Promise< void > {
	await kit.rest.call( 'POST', 'wp/v2/users/me', { locale } );
}

/**
 * Lists the titles that people gave, which no language changes; the log has those of earlier files too.
 */
async function titlesOf( kit: BrowserKit ): Promise< string[] > {
	const titles = await runPhp(
		kit,
		`echo wp_json_encode( $wpdb->get_col( "SELECT DISTINCT post_title FROM $wpdb->posts WHERE post_title <> '' ORDER BY LENGTH( post_title ) DESC" ) );`
	);
	return JSON.parse( titles ) as string[];
}

/** Lists the words on a screen that are in plain letters. */
async function untranslated(
	page: Page,
	kit: BrowserKit
): Promise< string[] > {
	const titles = await titlesOf( kit );
	const { texts, codes } = await page.evaluate( ( roots ) => {
		const seen: string[] = [];
		const codeWords = new Set< string >();
		for ( const root of document.querySelectorAll< HTMLElement >(
			roots.join( ', ' )
		) ) {
			seen.push( root.innerText );
			for ( const code of root.querySelectorAll(
				'code, pre, textarea'
			) ) {
				for ( const word of ( code.textContent ?? '' ).split(
					/\s+/
				) ) {
					codeWords.add( word );
				}
			}
			for ( const node of root.querySelectorAll( '*' ) ) {
				for ( const name of [ 'aria-label', 'placeholder', 'title' ] ) {
					seen.push( node.getAttribute( name ) ?? '' );
				}
			}
		}
		return { texts: seen, codes: [ ...codeWords ] };
	}, OWN );
	const words = texts
		.flatMap( ( text ) =>
			// The first is core's, of the icon behind a link.
			[ '(opens in a new tab)', ...titles ]
				.reduce( ( rest, known ) => rest.replaceAll( known, '' ), text )
				.split( /[\s\u00a0]+/ )
		)
		.map( ( word ) => word.replace( /^[^\p{L}/*_-]+|⟧+$/gu, '' ) )
		// Every word of three letters or more has one that the language writes otherwise.
		.filter(
			( word ) => /^[A-Za-z]{3,}/.test( word ) && /[aeiou]/.test( word )
		)
		.filter( ( word ) => ! NOT_OURS.some( ( form ) => form.test( word ) ) );
	return [ ...new Set( words ) ].filter(
		( word ) => ! codes.some( ( code ) => code.includes( word ) )
	);
}

/**
 * Puts the language where WordPress finds it.
 *
 * @return Takes it away again.
 */
function install( kit: BrowserKit ): () => void {
	const content = path.join( kit.folder, 'wordpress', 'wp-content' );
	const own = path.join( content, 'plugins', 'headless-deploy', 'languages' );
	const core = path.join(
		content,
		'languages',
		`${ PSEUDO_LOCALE }.l10n.php`
	);
	writeLanguagePack( own, allMessages( PROJECT ), PSEUDO );
	fs.writeFileSync( core, "<?php return array( 'messages' => array() );\n" );
	return () => {
		fs.rmSync( core );
		for ( const name of fs.readdirSync( own ) ) {
			if ( name.includes( PSEUDO_LOCALE ) ) {
				fs.rmSync( path.join( own, name ) );
			}
		}
	};
}

test.beforeAll( ( { kit } ) => send( kit, 'purgeCache' ) );

test( 'every tab and the confirmation are translated, what PHP says and what scripts say', async ( {
	page,
	kit,
} ) => {
	const remove = install( kit );
	await speak( kit, PSEUDO_LOCALE );
	try {
		await logIn( page, kit, PANEL );
		for ( const { name, where } of TABS ) {
			await page.goto( kit.wordpress.url + where );
			// The heading is PHP's, what is below it the script's.
			await expect(
				page.locator( '.headless-deploy-header h1' )
			).toHaveText( /^⟦/ );
			await expect(
				page
					.locator( '#headless-deploy-root button', { hasText: '⟦' } )
					.first()
			).toBeVisible();
			expect( await untranslated( page, kit ), name ).toEqual( [] );
		}
		await page.goto( kit.wordpress.url + PANEL );
		await page
			.locator( '.headless-deploy-card button', { hasText: /⟦Çłéáñ/ } )
			.click();
		await expect( page.getByRole( 'dialog' ) ).toContainText( '⟦' );
		expect( await untranslated( page, kit ), 'confirmation' ).toEqual( [] );
	} finally {
		// The page asks on.
		await page.close();
		await speak( kit, '' );
		remove();
	}
} );

/**
 * Waits until something of ours speaks the language, and finds nothing else there.
 *
 * @param own Selector of what is awaited.
 */
async function expectTranslated(
	page: Page,
	kit: BrowserKit,
	own: string
): Promise< void > {
	await expect( page.locator( own ).first() ).toContainText( '⟦' );
	expect( await untranslated( page, kit ), own ).toEqual( [] );
}

/** Publishes a post whose title has no letters of any language. */
async function publishInEditor( page: Page, kit: BrowserKit ): Promise< void > {
	await page.goto( `${ kit.wordpress.url }/wp-admin/post-new.php` );
	await page
		.frameLocator( 'iframe[name="editor-canvas"]' )
		.locator( '.editor-post-title__input' )
		.fill( '2468' );
	await page.locator( '.editor-post-publish-button__button' ).click();
	await expectTranslated( page, kit, '.headless-deploy-plans' );
	await page
		.locator( '.editor-post-publish-panel__header-publish-button button' )
		.click();
	await expectTranslated( page, kit, '.headless-deploy-progress__body' );
}

test( 'the block editor, the admin bar, the palette and notices are translated', async ( {
	page,
	kit,
} ) => {
	const remove = install( kit );
	await speak( kit, PSEUDO_LOCALE );
	await breakHost( kit, 403 );
	try {
		// The second refusal is told in a notice.
		await send( kit, 'rebuild' );
		await send( kit, 'rebuild' );
		await logIn( page, kit );
		await expectTranslated( page, kit, '.headless-deploy-notice' );
		await expectTranslated( page, kit, '#headless_deploy .inside' );
		await expectTranslated( page, kit, '#wp-admin-bar-headless-deploy' );

		await page.keyboard.press( 'Control+k' );
		await page
			.locator( '.commands-command-menu input' )
			.fill( 'Production' );
		const commands = page
			.locator( '.commands-command-menu [role="option"]' )
			.filter( { hasText: 'Production' } );
		await expect( commands ).toHaveCount( 3 );
		await expect( commands.filter( { hasText: '⟦' } ) ).toHaveCount( 3 );

		await mendHost( kit );
		await publishInEditor( page, kit );
		await page
			.locator( '.editor-post-publish-panel__header button' )
			.click();
		await openOurs( page );
		await expectTranslated( page, kit, '.headless-deploy-statuses' );
	} finally {
		await page.close();
		await mendHost( kit );
		await speak( kit, '' );
		remove();
		await send( kit, 'rebuild' );
	}
} );

test( 'from right to left, nothing is wider than the window', async ( {
	page,
	kit,
} ) => {
	await setStage( page, kit, 'rtl' );
	await logIn( page, kit, PANEL );
	for ( const tab of TABS ) {
		for ( const width of [ 1440, 360 ] ) {
			await page.setViewportSize( { width, height: 900 } );
			await page.goto( kit.wordpress.url + tab.where );
			await tab.open( page );
			await expect( page.locator( 'html' ) ).toHaveAttribute(
				'dir',
				'rtl'
			);
			await expect(
				page
					.locator( 'link[id^="headless-deploy-"][href*="-rtl.css"]' )
					.first()
			).toBeAttached();
			const excess = await page.evaluate(
				() => document.documentElement.scrollWidth - innerWidth
			);
			expect( excess, `${ tab.name } ${ width }` ).toBeLessThanOrEqual(
				0
			);
		}
	}
} );

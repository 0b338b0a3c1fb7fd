/** The screens in a pseudo-locale, in which plain letters mark untranslated texts, and from right to left. */
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
import { openDocumentPanel } from './screen-states/editor.ts';
import { overrideSite } from './screen-states/site-overrides.ts';
import { NAMES } from './screen-states/sample-site.ts';
import { PANEL, TABS } from './screens.ts';
import { breakHost, repairHost, send } from './environment-states.ts';
import { runPhp } from './wordpress.ts';

/** Data, URLs, codes, and texts of core and the browser. */
const NOT_TRANSLATED = [
	/^(?:https?:)?\/\//,
	/\.php\b/,
	/token=/,
	/localhost|127\.0\.0\.1/,
	/^--/,
	/^wp$/,
	// The users and environments of other tests.
	/^some-/,
	new RegExp(
		`^(?:${ NAMES.join( ' ' ).replaceAll( ' ', '|' ) })\\W*$`,
		'i'
	),
	/_/,
	/\/|\\|\*/,
	/^(?:Production|admin|local|webhook|UTC|front-end|Close|Posts?|Pages?|Categories|Tags|Template|Index|Navigation|Menu)\W*$/i,
	/^(?:January|February|March|April|May|June|July|August|September|October|November|December)\W*$/,
	/^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\W*$/,
	/^(?:AM|PM)\W*$/i,
];

const PLUGIN_ROOTS = [
	'.headless-deploy',
	'.components-modal__frame',
	'.headless-deploy-panel',
	'.headless-deploy-notice',
	'#headless_deploy h2',
	'#headless_deploy .inside',
	'#wp-admin-bar-headless-deploy',
];

/**
 * Sets the language of the kit's administrator.
 *
 * @param locale Empty for the language of the site.
 */
async function setLocale( kit: BrowserKit, locale: string ): Promise< void > {
	await kit.rest.call( 'POST', 'wp/v2/users/me', { locale } );
}

/** The titles of all posts, which are not translated; the log also has those of earlier tests. */
async function titlesOf( kit: BrowserKit ): Promise< string[] > {
	const titles = await runPhp(
		kit,
		`echo wp_json_encode( $wpdb->get_col( "SELECT DISTINCT post_title FROM $wpdb->posts WHERE post_title <> '' ORDER BY LENGTH( post_title ) DESC" ) );`
	);
	return JSON.parse( titles ) as string[];
}

/** Lists the words on a screen that are not translated. */
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
	}, PLUGIN_ROOTS );
	const expectedText = texts
		.flatMap( ( text ) =>
			// The first is core's, for the icon after a link.
			[ '(opens in a new tab)', ...titles ]
				.reduce( ( rest, known ) => rest.replaceAll( known, '' ), text )
				.split( /[\s\u00a0]+/ )
		)
		.map( ( word ) => word.replace( /^[^\p{L}/*_-]+|⟧+$/gu, '' ) )
		// The pseudo-locale replaces at least one letter of each word with three letters or more.
		.filter(
			( word ) => /^[A-Za-z]{3,}/.test( word ) && /[aeiou]/.test( word )
		)
		.filter(
			( word ) => ! NOT_TRANSLATED.some( ( form ) => form.test( word ) )
		);
	return [ ...new Set( expectedText ) ].filter(
		( word ) => ! codes.some( ( code ) => code.includes( word ) )
	);
}

/**
 * Installs the pseudo-locale.
 *
 * @return Removes it.
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

/** Expects the styles for text from right to left, and a page that is not wider than its window. */
async function expectRightToLeft( page: Page, name: string ): Promise< void > {
	await expect( page.locator( 'html' ) ).toHaveAttribute( 'dir', 'rtl' );
	await expect(
		page.locator( 'link[id^="headless-deploy-"][href*="-rtl.css"]' ).first()
	).toBeAttached();
	for ( const width of [ 360, 1440 ] ) {
		await page.setViewportSize( { width, height: 900 } );
		const excess = await page.evaluate(
			() => document.documentElement.scrollWidth - innerWidth
		);
		expect( excess, `${ name } ${ width }` ).toBeLessThanOrEqual( 0 );
	}
}

test( 'translates every tab and the confirmation, in PHP and in scripts, from right to left too', async ( {
	page,
	kit,
} ) => {
	const remove = install( kit );
	await setLocale( kit, PSEUDO_LOCALE );
	await overrideSite( page, kit, 'rtl' );
	try {
		for ( const { name, where } of TABS ) {
			await logIn( page, kit, where );
			// PHP prints the heading, the script the rest.
			await expect(
				page.locator( '.headless-deploy-header h1' )
			).toHaveText( /^⟦/ );
			await expect(
				page
					.locator( '#headless-deploy-root button', { hasText: '⟦' } )
					.first()
			).toBeVisible();
			expect( await untranslated( page, kit ), name ).toEqual( [] );
			await expectRightToLeft( page, name );
		}
		await page.goto( kit.wordpress.url + PANEL );
		await page
			.locator( '.headless-deploy-card button', { hasText: /⟦Çłéáñ/ } )
			.click();
		await expect( page.getByRole( 'dialog' ) ).toContainText( '⟦' );
		expect( await untranslated( page, kit ), 'confirmation' ).toEqual( [] );
	} finally {
		await page.close();
		await setLocale( kit, '' );
		remove();
	}
} );

/** Waits for a translated part of the plugin, and expects no other text on the page. */
async function expectTranslated(
	page: Page,
	kit: BrowserKit,
	selector: string
): Promise< void > {
	await expect( page.locator( selector ).first() ).toContainText( '⟦' );
	expect( await untranslated( page, kit ), selector ).toEqual( [] );
}

/** Publishes a post whose title has no letters. */
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

test( 'translates the block editor, the admin bar, the command palette and notices', async ( {
	page,
	kit,
} ) => {
	const remove = install( kit );
	await setLocale( kit, PSEUDO_LOCALE );
	await breakHost( kit, 403 );
	try {
		// The second rejection shows a notice.
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

		await repairHost( kit );
		await publishInEditor( page, kit );
		await page
			.locator( '.editor-post-publish-panel__header button' )
			.click();
		await openDocumentPanel( page );
		await expectTranslated( page, kit, '.headless-deploy-statuses' );
	} finally {
		await page.close();
		await repairHost( kit );
		await setLocale( kit, '' );
		remove();
		await send( kit, 'rebuild' );
	}
} );

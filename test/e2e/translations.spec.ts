/**
 * The screens in a language that nobody speaks: what stands there in plain letters was never translated. And the
 * panel from right to left.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { PROJECT } from '../../src/local/paths.ts';
import {
	PSEUDO_LOCALE,
	writePseudo,
} from '../../src/local/translations/pseudo.ts';
import { expect, logIn, test } from './kit.ts';
import type { BrowserKit } from './kit.ts';
import { PANEL, TABS } from './screens.ts';
import { send } from './states.ts';

/** Data, addresses, codes, and what core or the browser says. */
const NOT_OURS = [
	/^(?:https?:)?\/\//,
	/\.php\b/,
	/token=/,
	/localhost|127\.0\.0\.1/,
	/^--/,
	/^wp$/,
	// The people of other tests.
	/^some-/,
	/_/,
	/\/|\\|\*/,
	/^(?:Production|admin|local|webhook|UTC|front-end|Close|Posts?|Pages?|Template|Index|Navigation|Menu)\W*$/i,
	/^(?:January|February|March|April|May|June|July|August|September|October|November|December)\W*$/,
	/^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\W*$/,
	/^(?:AM|PM)\W*$/i,
];

const OWN = [ '.headless-deploy', '.components-modal__frame' ];

/**
 * Gives the kit's administrator a language.
 *
 * @param kit    The kit.
 * @param locale The language; '' for the site's.
 */
async function speak( kit: BrowserKit, locale: string ): Promise< void > {
	await kit.rest.call( 'POST', 'wp/v2/users/me', { locale } );
}

/**
 * Lists the words on a screen that are in plain letters.
 *
 * @param page The page.
 */
async function untranslated( page: Page ): Promise< string[] > {
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
			// Core's, of the icon behind a link.
			text.replaceAll( '(opens in a new tab)', '' ).split( /[\s\u00a0]+/ )
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
 * @param kit The kit.
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
	writePseudo( PROJECT, own );
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

test( 'every tab, the confirmation and the widget are translated, what PHP says and what scripts say', async ( {
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
			expect( await untranslated( page ), name ).toEqual( [] );
		}
		await page.goto( kit.wordpress.url + PANEL );
		await page
			.locator( '.headless-deploy-card button', { hasText: /⟦Çłéáñ/ } )
			.click();
		await expect( page.getByRole( 'dialog' ) ).toContainText( '⟦' );
		expect( await untranslated( page ), 'confirmation' ).toEqual( [] );

		await page.goto( `${ kit.wordpress.url }/wp-admin/index.php` );
		await expect( page.locator( '#headless_deploy h2' ) ).toHaveText( /⟦/ );
	} finally {
		await speak( kit, '' );
		remove();
	}
} );

test( 'from right to left, nothing is wider than the window', async ( {
	page,
	kit,
} ) => {
	const folder = path.join( kit.folder, 'wordpress', 'wp-content' );
	const file = path.join( folder, 'mu-plugins', 'right-to-left.php' );
	fs.writeFileSync(
		file,
		`<?php add_action( 'after_setup_theme', static function () { $GLOBALS['wp_locale']->text_direction = 'rtl'; }, 0 );\n`
	);
	try {
		await logIn( page, kit, PANEL );
		for ( const screen of TABS ) {
			for ( const width of [ 1440, 360 ] ) {
				await page.setViewportSize( { width, height: 900 } );
				await page.goto( kit.wordpress.url + screen.where );
				await screen.open( page );
				await expect( page.locator( 'html' ) ).toHaveAttribute(
					'dir',
					'rtl'
				);
				await expect(
					page
						.locator(
							'link[id^="headless-deploy-"][href*="-rtl.css"]'
						)
						.first()
				).toBeAttached();
				const excess = await page.evaluate(
					() => document.documentElement.scrollWidth - innerWidth
				);
				expect(
					excess,
					`${ screen.name } ${ width }`
				).toBeLessThanOrEqual( 0 );
			}
		}
	} finally {
		fs.rmSync( file );
	}
} );

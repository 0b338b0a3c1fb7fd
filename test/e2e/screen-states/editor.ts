import type { Page } from '@playwright/test';
import { expect } from '../kit.ts';
import { screenState } from './screen-state.ts';
import type { ScreenStates, ScreenContext } from './screen-state.ts';

const LIVE_MS = 60_000;

function panelOf( page: Page ) {
	return page.locator( '.editor-post-publish-panel' );
}

/** The block editor, before a post is published and until it is live. */
export async function* publishing( {
	page,
	kit,
}: ScreenContext ): ScreenStates {
	await page.goto( `${ kit.wordpress.url }/wp-admin/post-new.php` );
	await page
		.frameLocator( 'iframe[name="editor-canvas"]' )
		.getByRole( 'textbox', { name: 'Add title' } )
		.fill( 'Autumn in the archipelago' );
	const publish = page.getByRole( 'button', {
		name: 'Publish',
		exact: true,
	} );
	await publish.first().click();
	const confirm = page
		.getByRole( 'region', { name: 'Editor publish' } )
		.getByRole( 'button', { name: 'Publish', exact: true } );
	await expect( confirm ).toBeVisible();
	const roots = [ '.headless-deploy-panel' ];
	yield screenState( 'editor-pre-publish', roots );
	await confirm.click();
	const panel = panelOf( page );
	await expect( panel.getByText( /^Rebuild in/ ) ).toBeVisible();
	yield screenState( 'editor-post-publish', roots );
	// The refresh of the same save is live before the rebuild.
	await expect(
		panel.getByRole( 'heading', { name: /^Live .* after the change$/ } )
	).toBeVisible( { timeout: LIVE_MS } );
	yield screenState( 'editor-live', roots );
	await page.getByRole( 'button', { name: 'Close panel' } ).click();
	await openDocumentPanel( page );
	yield screenState( 'editor-document-panel', roots, false );
}

/** The site editor with a template. */
export async function* siteEditor( {
	page,
	kit,
}: ScreenContext ): ScreenStates {
	await page.goto(
		`${ kit.wordpress.url }/wp-admin/site-editor.php?canvas=edit`
	);
	await page.waitForFunction(
		`Boolean( window.wp?.data?.select( 'core/editor' )?.getCurrentPostId() )`
	);
	await openDocumentPanel( page );
	yield screenState(
		'site-editor-document-panel',
		[ '.headless-deploy-panel' ],
		false
	);
}

/** Opens the plugin’s panel in the settings of the post. */
export async function openDocumentPanel( page: Page ): Promise< void > {
	await page.evaluate(
		`wp.data.dispatch( 'core/interface' ).enableComplementaryArea( 'core', 'edit-post/document' )`
	);
	const panel = page.locator( '.headless-deploy-panel' );
	const toggle = panel.locator( '.components-panel__body-toggle' );
	await expect( toggle ).toBeVisible();
	if ( ( await toggle.getAttribute( 'aria-expanded' ) ) === 'false' ) {
		await toggle.click();
	}
	await expect( panel.getByText( 'Production' ).first() ).toBeVisible();
}

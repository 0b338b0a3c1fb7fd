/** Links to posts, which lead to the front end, and the column “On the site”. */
import type { Page } from '@playwright/test';
import { openDocumentPanel } from './editor.ts';
import { publish } from './environment-states.ts';
import { expect, logIn, test } from './kit.ts';

const LIVE_WITHIN_MS = 60_000;

interface EditorLinks {
	view: string;
	preview: string;
	isDirty: boolean;
}

/** What the block editor links to. */
function linksOf( page: Page ): Promise< EditorLinks > {
	return page.evaluate( () => {
		const { wp } = window as unknown as {
			wp: {
				data: {
					select: ( store: string ) => {
						getCurrentPost: () => { link: string };
						getEditedPostPreviewLink: () => string;
						isEditedPostDirty: () => boolean;
					};
				};
			};
		};
		const editor = wp.data.select( 'core/editor' );
		return {
			view: editor.getCurrentPost().link,
			preview: editor.getEditedPostPreviewLink(),
			isDirty: editor.isEditedPostDirty(),
		};
	} );
}

test( 'leads links of the block editor to the front end, and previews to WordPress', async ( {
	page,
	kit,
} ) => {
	const id = await publish( kit, 'Viewed on the front end' );
	await logIn( page, kit, `/wp-admin/post.php?post=${ id }&action=edit` );
	const panel = await openDocumentPanel( page );
	await expect(
		panel.getByRole( 'link', { name: /View in WordPress/ } )
	).toHaveAttribute(
		'href',
		`${ kit.wordpress.url }/viewed-on-the-front-end/`
	);
	const path = '/viewed-on-the-front-end/';
	const expected = {
		view: kit.frontEnd.url + path,
		preview: `${ kit.wordpress.url }${ path }?preview=true`,
		isDirty: false,
	};
	expect( await linksOf( page ) ).toEqual( expected );
	const sent: string[] = [];
	page.on( 'request', ( request ) => {
		if (
			request.method() === 'POST' &&
			request.url().includes( 'posts' )
		) {
			sent.push( request.postData() ?? '' );
		}
	} );
	await page
		.frameLocator( 'iframe[name="editor-canvas"]' )
		.getByRole( 'textbox', { name: 'Add title' } )
		.fill( 'Viewed again' );
	await page.getByRole( 'button', { name: 'Save', exact: true } ).click();
	await expect( page.getByText( /updated/i ).first() ).toBeVisible();
	expect( await linksOf( page ) ).toEqual( expected );
	expect( sent.length ).toBeGreaterThan( 0 );
	expect( sent.join() ).not.toContain( '"link"' );
} );

test( 'leads “View” in the list of posts and the admin bar to the front end, and shows that a page is live', async ( {
	page,
	kit,
} ) => {
	const id = await publish( kit, 'Listed' );
	await logIn( page, kit, '/wp-admin/edit.php' );
	const row = page.locator( `#post-${ id }` );
	await expect( row.locator( '.row-actions .view a' ) ).toHaveAttribute(
		'href',
		`${ kit.frontEnd.url }/listed/`
	);
	await expect(
		row.getByRole( 'link', { name: 'View “Listed” in WordPress' } )
	).toHaveAttribute( 'href', `${ kit.wordpress.url }/listed/` );
	const cell = row.locator( '.column-headless_deploy_site' );
	await expect( async () => {
		await page.reload();
		await expect( cell.getByRole( 'link' ) ).toHaveText( 'Live', {
			timeout: 1_000,
		} );
	} ).toPass( { timeout: LIVE_WITHIN_MS } );
	await expect( cell.getByRole( 'link' ) ).toHaveAttribute(
		'href',
		`${ kit.frontEnd.url }/listed/`
	);
	await kit.rest.call( 'POST', `wp/v2/posts/${ id }`, { status: 'draft' } );
	await page.reload();
	await expect( cell ).toContainText( /Removal pending|Not on the site/ );
} );

/** Links of the block editor to posts, which lead to the front end. */
import type { Page } from '@playwright/test';
import { openDocumentPanel } from './editor.ts';
import { publish } from './environment-states.ts';
import { expect, logIn, test } from './kit.ts';

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

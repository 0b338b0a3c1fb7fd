/** Changes in the site editor. */
import type { Page } from '@playwright/test';
import type { Status } from '../../src/shared/wire.ts';
import { expect, logIn, test } from './kit.ts';
import type { BrowserKit } from './kit.ts';
import { hold } from './environment-states.ts';
import { runPhp } from './wordpress.ts';

const NAVIGATION = 'wp/v2/navigation';
const TEMPLATE = 'twentytwentyfive//index';

/** The texts of the pending changes. */
async function pendingChanges( kit: BrowserKit ): Promise< string > {
	const { environments } = await kit.rest.call< Status >(
		'GET',
		'headless-deploy/v1/status'
	);
	return ( environments[ 0 ]?.pending ?? [] )
		.flatMap( ( { reasons } ) => reasons )
		.map( ( { text } ) => text )
		.join( '\n' );
}

/** Changes a template, a navigation and the styles in the editor's store, without saving. */
async function changeAll( page: Page, navigation: number ): Promise< void > {
	await page.waitForFunction(
		`Boolean( window.wp?.data?.select( 'core/editor' )?.getCurrentPostId() )`
	);
	await page.evaluate(
		`( async () => {
			const core = wp.data.resolveSelect( 'core' );
			const styles = await core.__experimentalGetCurrentGlobalStylesId();
			for ( const [ kind, name, id, edits ] of [
				[ 'postType', 'wp_template', '${ TEMPLATE }', { content: '<!-- wp:paragraph --><p>Changed</p><!-- /wp:paragraph -->' } ],
				[ 'postType', 'wp_navigation', ${ navigation }, { title: 'Changed menu' } ],
				[ 'root', 'globalStyles', styles, { styles: { color: { background: '#fefefe' } } } ],
			] ) {
				await core.getEntityRecord( kind, name, id );
				wp.data.dispatch( 'core' ).editEntityRecord( kind, name, id, edits );
			}
		} )()`
	);
}

/** Reverts what was saved. */
async function undo( kit: BrowserKit, navigation: number ): Promise< void > {
	await kit.rest.call(
		'DELETE',
		`${ NAVIGATION }/${ navigation }?force=true`
	);
	await kit.rest.call( 'DELETE', `wp/v2/templates/${ TEMPLATE }?force=true` );
	await runPhp(
		kit,
		`$styles = WP_Theme_JSON_Resolver::get_user_global_styles_post_id();
		wp_update_post( array( 'ID' => $styles, 'post_content' => '{"version":3,"isGlobalStylesUserThemeJSON":true}' ) );`
	);
}

test( 'records the changes of a template, a navigation and styles that the site editor saves', async ( {
	page,
	kit,
} ) => {
	const { id } = await kit.rest.call< { id: number } >( 'POST', NAVIGATION, {
		title: 'Main',
		status: 'publish',
	} );
	await hold( kit, true );
	try {
		await logIn( page, kit, '/wp-admin/site-editor.php?canvas=edit' );
		await changeAll( page, id );
		await page
			.getByRole( 'button', { name: /^(Review \d+ changes|Save)/ } )
			.first()
			.click();
		await page
			.locator( '.entities-saved-states__panel' )
			.getByRole( 'button', { name: 'Save', exact: true } )
			.click();
		for ( const text of [ /template/i, /Changed menu/, /styles/i ] ) {
			await expect.poll( () => pendingChanges( kit ) ).toMatch( text );
		}
	} finally {
		await page.close();
		await undo( kit, id );
		await hold( kit, false );
	}
} );

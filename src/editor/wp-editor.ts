/** The only module that imports the block editor, which exists only at run time (see wordpress-editor.d.ts). */
export { store as coreStore } from '@wordpress/core-data';
export {
	PluginDocumentSettingPanel,
	PluginPostPublishPanel,
	PluginPrePublishPanel,
	store as editorStore,
} from '@wordpress/editor';

/** The REST field with WordPress's own address of a post whose `link` leads to the front end (`Links\Editor_Link` in PHP). */
export const WORDPRESS_LINK = 'headless_deploy_wordpress_link';

/** The only module that imports the block editor, which exists only at run time (see wordpress-editor.d.ts). */
export { store as coreStore } from '@wordpress/core-data';
export {
	PluginDocumentSettingPanel,
	PluginPostPublishPanel,
	PluginPrePublishPanel,
	store as editorStore,
} from '@wordpress/editor';

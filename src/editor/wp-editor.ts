/**
 * The one place that reaches for the block editor, which is there at run time only (see wordpress-editor.d.ts).
 */
export {
	PluginDocumentSettingPanel,
	PluginPostPublishPanel,
	PluginPrePublishPanel,
	store as editorStore,
} from '@wordpress/editor';

/**
 * What the block editor of WordPress 6.8 and later has at run time and we use. The package itself is not installed: it
 * would bring gigabytes of nested copies.
 */
declare module '@wordpress/editor' {
	import type { ReduxStoreConfig, StoreDescriptor } from '@wordpress/data';
	import type { ComponentType, ReactNode } from 'react';

	interface PluginPostPublishPanelProps {
		title?: string;
		className?: string;
		initialOpen?: boolean;
		children: ReactNode;
	}

	export const PluginPostPublishPanel: ComponentType< PluginPostPublishPanelProps >;

	/** Selectors of `core/editor`, bound to the state. */
	export interface EditorSelectors {
		isSavingPost: () => boolean;
		isAutosavingPost: () => boolean;
		didPostSaveRequestSucceed: () => boolean;
		getCurrentPostType: () => string | null;
		getCurrentPostAttribute: ( name: string ) => unknown;
		getEditedPostAttribute: ( name: string ) => unknown;
	}

	export const store: StoreDescriptor<
		ReduxStoreConfig< unknown, Record< string, never >, EditorSelectors >
	>;
}

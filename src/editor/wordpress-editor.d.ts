/**
 * What the block editor of WordPress 6.8 and later has at run time and we use. The package itself is not installed: it
 * would bring gigabytes of nested copies.
 */
declare module '@wordpress/editor' {
	import type { ReduxStoreConfig, StoreDescriptor } from '@wordpress/data';
	import type { ComponentType, ReactNode } from 'react';

	interface PublishPanelProps {
		title?: string;
		className?: string;
		initialOpen?: boolean;
		children: ReactNode;
	}

	interface DocumentPanelProps {
		/** Names the panel in what the person has opened. */
		name: string;
		title?: string;
		className?: string;
		children: ReactNode;
	}

	export const PluginPrePublishPanel: ComponentType< PublishPanelProps >;
	export const PluginPostPublishPanel: ComponentType< PublishPanelProps >;
	export const PluginDocumentSettingPanel: ComponentType< DocumentPanelProps >;

	/** Selectors of `core/editor`, bound to the state. */
	export interface EditorSelectors {
		isSavingPost: () => boolean;
		isAutosavingPost: () => boolean;
		didPostSaveRequestSucceed: () => boolean;
		isEditedPostBeingScheduled: () => boolean;
		getCurrentPostType: () => string | null;
		getCurrentPost: () => { _links?: Record< string, unknown > };
		getCurrentPostAttribute: ( name: string ) => unknown;
		getEditedPostAttribute: ( name: string ) => unknown;
	}

	export const store: StoreDescriptor<
		ReduxStoreConfig< unknown, Record< string, never >, EditorSelectors >
	>;
}

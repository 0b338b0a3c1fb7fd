/**
 * The parts of WordPress's block editor (6.8 and later) that the plugin uses. The package itself is not installed,
 * because it contains gigabytes of nested packages.
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
		/** Name of the panel in the list of opened panels. */
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
		getCurrentPostId: () => number | string | null;
		getCurrentPost: () => { _links?: Record< string, unknown > };
		getCurrentPostAttribute: ( name: string ) => unknown;
		getEditedPostAttribute: ( name: string ) => unknown;
	}

	export const store: StoreDescriptor<
		ReduxStoreConfig< unknown, Record< string, never >, EditorSelectors >
	>;
}

/** The store of WordPress's entities, which the editor loads. */
declare module '@wordpress/core-data' {
	import type { ReduxStoreConfig, StoreDescriptor } from '@wordpress/data';

	interface CoreActions {
		/** Replaces the stored version of a record; edits stay. */
		receiveEntityRecords: (
			kind: string,
			name: string,
			records: object
		) => unknown;
		editEntityRecord: (
			kind: string,
			name: string,
			id: number | string,
			edits: object,
			options: { undoIgnore: boolean }
		) => unknown;
	}

	interface CoreSelectors {
		getEntityConfig: (
			kind: string,
			name: string
		) =>
			| {
					baseURL: string;
					/** The fields whose edits are not saved. */
					transientEdits?: Record< string, unknown >;
			  }
			| undefined;
	}

	export const store: StoreDescriptor<
		ReduxStoreConfig< unknown, CoreActions, CoreSelectors >
	>;
}

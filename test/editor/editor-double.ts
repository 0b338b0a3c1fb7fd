import { createReduxStore, register } from '@wordpress/data';
import { createElement, type ReactNode } from 'react';

/** What `core/editor` knows of the post that is edited. */
export interface EditorState {
	isSaving: boolean;
	isAutosaving: boolean;
	succeeded: boolean;
	postType: string;
	status: string;
	editedStatus: string;
	link: string;
	/** What the answer to the last save said of it. */
	changed: boolean | null;
}

const INITIAL: EditorState = {
	isSaving: false,
	isAutosaving: false,
	succeeded: false,
	postType: 'post',
	status: 'draft',
	editedStatus: 'draft',
	link: 'http://wordpress.test/summer-collection/',
	changed: null,
};

/** Stands in for the store of `@wordpress/editor`, which is not installed. */
export const editorStore = createReduxStore( 'core/editor', {
	reducer: (
		state: EditorState = INITIAL,
		action: { type: string; state?: Partial< EditorState > }
	) => ( action.type === 'SET' ? { ...state, ...action.state } : state ),
	actions: {
		set: ( state: Partial< EditorState > ) => ( { type: 'SET', state } ),
	},
	selectors: {
		isSavingPost: ( state: EditorState ) => state.isSaving,
		isAutosavingPost: ( state: EditorState ) => state.isAutosaving,
		didPostSaveRequestSucceed: ( state: EditorState ) => state.succeeded,
		getCurrentPostType: ( state: EditorState ) => state.postType,
		getCurrentPostAttribute: ( state: EditorState, name: string ) =>
			( {
				link: state.link,
				status: state.status,
				headless_deploy:
					state.changed === null ? null : { changed: state.changed },
			} )[ name ],
		getEditedPostAttribute: ( state: EditorState ) => state.editedStatus,
	},
} );

register( editorStore );

/** The post as it is before each test. */
export const NEW_POST = INITIAL;

/**
 * Stands in for the slot of the panel after publishing.
 *
 * @param props
 * @param props.title
 * @param props.children
 */
export function PluginPostPublishPanel( {
	title,
	children,
}: {
	title: string;
	children: ReactNode;
} ) {
	return createElement( 'section', { 'aria-label': title }, children );
}

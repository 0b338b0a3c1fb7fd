import { createReduxStore, register } from '@wordpress/data';
import { createElement, type ReactNode } from 'react';

/** The state of the edited post in `core/editor`. */
export interface EditorState {
	isSaving: boolean;
	isAutosaving: boolean;
	succeeded: boolean;
	postType: string;
	status: string;
	editedStatus: string;
	date: string;
	dateGmt: string;
	editedDate: string;
	isDateAhead: boolean;
	mayPublish: boolean;
	link: string;
	/** WordPress’s own address, if `link` leads to the front end. */
	wordpressLink: string | null;
	/** From which the editor makes the address of a preview. */
	editedLink: string;
	/** The plugin does not use it. */
	title: string;
	/** Of patterns: `unsynced` if the pattern is copied on insertion. */
	sync: string;
	/** Whether the last save changed the post, by its answer. */
	changed: boolean | null;
}

const INITIAL: EditorState = {
	isSaving: false,
	isAutosaving: false,
	succeeded: false,
	postType: 'post',
	status: 'draft',
	editedStatus: 'draft',
	date: '2026-11-21T14:00:00',
	dateGmt: '2026-11-21T14:00:00',
	editedDate: '2026-11-21T14:00:00',
	isDateAhead: false,
	mayPublish: true,
	link: 'http://wordpress.test/summer-collection/',
	wordpressLink: null,
	editedLink: '',
	title: '',
	sync: '',
	changed: null,
};

const MAY_PUBLISH = { _links: { 'wp:action-publish': [] } };
const MAY_NOT_PUBLISH = { _links: {} };

/** Stands in for the store of `@wordpress/editor`, which is not installed. */
export const store = createReduxStore( 'core/editor', {
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
		getCurrentPostId: () => 7,
		getEditedLink: ( state: EditorState ) => state.editedLink,
		getCurrentPostAttribute: ( state: EditorState, name: string ) =>
			( {
				link: state.link,
				headless_deploy_wordpress_link: state.wordpressLink,
				status: state.status,
				date: state.date,
				date_gmt: state.dateGmt,
				wp_pattern_sync_status: state.sync,
				headless_deploy:
					state.changed === null ? null : { changed: state.changed },
			} )[ name ],
		getEditedPostAttribute: ( state: EditorState, name: string ) =>
			name === 'date' ? state.editedDate : state.editedStatus,
		getCurrentPost: ( state: EditorState ) =>
			state.mayPublish ? MAY_PUBLISH : MAY_NOT_PUBLISH,
		isEditedPostBeingScheduled: ( state: EditorState ) => state.isDateAhead,
	},
} );

register( store );

/** The post before each test. */
export const NEW_POST = INITIAL;

/** The panels of the editor, of which a test shows one. */
export type Panel = 'pre' | 'post' | 'document';

let shown: Panel = 'post';

/** Opens a panel, before the plugin is rendered. */
export function openPanel( panel: Panel ): void {
	shown = panel;
}

let rendered = 0;

/** Counts the renders of the plugin’s panels. */
export function renders(): number {
	return rendered;
}

interface PanelProps {
	title: string;
	children: ReactNode;
}

function slot( panel: Panel ) {
	return function Slot( { title, children }: PanelProps ) {
		rendered += 1;
		return shown === panel
			? createElement( 'section', { 'aria-label': title }, children )
			: null;
	};
}

export const PluginPrePublishPanel = slot( 'pre' );
export const PluginPostPublishPanel = slot( 'post' );
export const PluginDocumentSettingPanel = slot( 'document' );

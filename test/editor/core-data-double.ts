import { createReduxStore, dispatch, register } from '@wordpress/data';
import { type EditorState, store as editorStore } from './editor-double.ts';

/** A post as the REST API returns it. */
interface PostRecord {
	status: string;
	date: string;
	date_gmt: string;
	link: string;
}

function stateOf( record: PostRecord ): Partial< EditorState > {
	const { status, date, date_gmt: dateGmt, link } = record;
	return {
		status,
		date,
		dateGmt,
		link,
		editedStatus: status,
		editedDate: date,
	};
}

/** Stands in for the store of `@wordpress/core-data`, which is not installed. A received post is that of the editor. */
export const store = createReduxStore( 'core', {
	reducer: ( state: Record< string, never > = {} ) => state,
	actions: {
		receiveEntityRecords: (
			_kind: string,
			_name: string,
			record: PostRecord
		) => {
			void dispatch( editorStore ).set( stateOf( record ) );
			return { type: 'RECEIVED' };
		},
		editEntityRecord: (
			_kind: string,
			_name: string,
			_id: number,
			{ link }: { link: string }
		) => {
			if ( POSTS.transientEdits.link !== true ) {
				throw new Error( 'The link would be saved.' );
			}
			void dispatch( editorStore ).set( { editedLink: link } );
			return { type: 'EDITED' };
		},
	},
	selectors: {
		getEntityConfig: ( _state: unknown, _kind: string, name: string ) =>
			name === 'post' ? POSTS : undefined,
	},
} );

const POSTS = {
	baseURL: '/wp/v2/posts',
	transientEdits: { selection: true } as Record< string, unknown >,
};

register( store );

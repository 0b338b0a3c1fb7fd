import { useSelect } from '@wordpress/data';
import type { SavedSource } from '../shared/wire.ts';
import { type Moment, momentOf } from './post-moment.ts';
import { type PostTypes, sourceOf } from './change-source.ts';
import { editorStore, WORDPRESS_LINK } from './wp-editor.ts';

/** The data of the post in the editor that concern the front end. */
export interface Post {
	/** The address of the post in WordPress. */
	permalink: string;
	/** The change source; null if changes of this type are not recorded. */
	source: SavedSource | null;
	/** The effect of the next save. */
	moment: Moment;
	/** Whether visitors can see the stored version. */
	isPublished: boolean;
	/** Whether “View” of the editor leads to the front end. */
	hasFrontEndLinks: boolean;
}

function textOf( value: unknown ): string {
	return typeof value === 'string' ? value : '';
}

/** Reads the data of the post from the editor. */
export function usePost( postTypes: PostTypes ): Post {
	const post = useSelect( ( select ) => {
		const editor = select( editorStore );
		const links = editor.getCurrentPost()._links ?? {};
		const type = editor.getCurrentPostType() ?? '';
		const status = textOf( editor.getCurrentPostAttribute( 'status' ) );
		const sync = editor.getCurrentPostAttribute( 'wp_pattern_sync_status' );
		return {
			type,
			link: textOf( editor.getCurrentPostAttribute( 'link' ) ),
			wordpressLink: textOf(
				editor.getCurrentPostAttribute( WORDPRESS_LINK )
			),
			status,
			editedStatus: textOf( editor.getEditedPostAttribute( 'status' ) ),
			date: textOf( editor.getCurrentPostAttribute( 'date' ) ),
			editedDate: textOf( editor.getEditedPostAttribute( 'date' ) ),
			isDateAhead: editor.isEditedPostBeingScheduled(),
			mayPublish: 'wp:action-publish' in links,
			// The same rule as on the server.
			isUnused:
				type === 'wp_block' &&
				( status === 'auto-draft' || sync === 'unsynced' ),
		};
	}, [] );
	return {
		permalink: post.wordpressLink === '' ? post.link : post.wordpressLink,
		source: sourceOf( post.type, postTypes ),
		moment: momentOf( post ),
		isPublished: post.status === 'publish',
		hasFrontEndLinks: post.wordpressLink !== '',
	};
}

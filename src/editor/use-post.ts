import { useSelect } from '@wordpress/data';
import type { Source } from '../shared/wire.ts';
import { type Moment, momentOf } from './post-moment.ts';
import { sourceOf } from './change-source.ts';
import { editorStore } from './wp-editor.ts';

/** The post in the editor, as far as the front end is concerned. */
export interface Post {
	permalink: string;
	/** Which line of the automation decides, null where the type is not watched. */
	source: Source | null;
	/** What the next save comes to. */
	moment: Moment;
	/** Whether visitors may see it, as it is stored. */
	isPublished: boolean;
}

function textOf( value: unknown ): string {
	return typeof value === 'string' ? value : '';
}

/**
 * Reads what the editor knows of its post.
 *
 * @param postTypes The post types that are watched.
 */
export function usePost( postTypes: readonly string[] ): Post {
	const post = useSelect( ( select ) => {
		const editor = select( editorStore );
		const links = editor.getCurrentPost()._links ?? {};
		const type = editor.getCurrentPostType() ?? '';
		const status = textOf( editor.getCurrentPostAttribute( 'status' ) );
		const sync = editor.getCurrentPostAttribute( 'wp_pattern_sync_status' );
		return {
			type,
			permalink: textOf( editor.getCurrentPostAttribute( 'link' ) ),
			status,
			editedStatus: textOf( editor.getEditedPostAttribute( 'status' ) ),
			editedDate: textOf( editor.getEditedPostAttribute( 'date' ) ),
			isDateAhead: editor.isEditedPostBeingScheduled(),
			mayPublish: 'wp:action-publish' in links,
			// As the server judges it.
			isUnused:
				type === 'wp_block' &&
				( status === 'auto-draft' || sync === 'unsynced' ),
		};
	}, [] );
	return {
		permalink: post.permalink,
		source: sourceOf( post.type, postTypes ),
		moment: momentOf( post ),
		isPublished: post.status === 'publish',
	};
}

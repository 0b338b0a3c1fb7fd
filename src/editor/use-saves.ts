import { useSelect } from '@wordpress/data';
import { useEffect, useRef } from '@wordpress/element';
import { editorStore } from './wp-editor.ts';

/** The effect of a save on the front end. */
export type SaveKind = 'publish' | 'update' | 'remove';

/** Receives the saves of a post that the front end may show. */
export interface SaveListener {
	onBegin: ( kind: SaveKind ) => void;
	onEnd: ( hasSucceeded: boolean ) => void;
}

function kindOf( before: unknown, after: unknown ): SaveKind | null {
	const isPublished = after === 'publish';
	if ( before === 'publish' ) {
		return isPublished ? 'update' : 'remove';
	}
	return isPublished ? 'publish' : null;
}

/**
 * Reports when a user saves a post that is public before or after the save, so neither autosaves nor drafts.
 * site-saves.ts reports saves of other resources.
 */
export function useSaves(
	postTypes: readonly string[],
	listener: SaveListener
): void {
	const { saving, hasSucceeded, kind } = useSelect(
		( select ) => {
			const editor = select( editorStore );
			const type = editor.getCurrentPostType() ?? '';
			return {
				saving: editor.isSavingPost() && ! editor.isAutosavingPost(),
				hasSucceeded: editor.didPostSaveRequestSucceed(),
				kind: postTypes.includes( type )
					? kindOf(
							editor.getCurrentPostAttribute( 'status' ),
							editor.getEditedPostAttribute( 'status' )
						)
					: null,
			};
		},
		[ postTypes ]
	);
	const hasBegun = useRef( false );
	const current = useRef( listener );
	current.current = listener;
	useEffect( () => {
		if ( saving && kind !== null ) {
			hasBegun.current = true;
			current.current.onBegin( kind );
		} else if ( ! saving && hasBegun.current ) {
			hasBegun.current = false;
			current.current.onEnd( hasSucceeded );
		}
		// eslint-disable-next-line react-hooks/exhaustive-deps -- The kind of a save is that of its start.
	}, [ saving ] );
}

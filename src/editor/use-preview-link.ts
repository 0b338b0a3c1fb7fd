import { useDispatch, useSelect } from '@wordpress/data';
import { useEffect } from '@wordpress/element';
import { coreStore, editorStore, WORDPRESS_LINK } from './wp-editor.ts';

/**
 * Keeps previews in WordPress while the links of the post lead to the front end.
 *
 * The editor makes the address of a preview from the edited value of `link`, and shows links to the post from the stored
 * value. So the edited value becomes WordPress's own address. It is a transient edit, as the selection is: it is not saved,
 * does not make the post unsaved, and cannot be undone. What blocks read of the post is the edited value too, so an address
 * of the front end does not get into content.
 */
export function usePreviewLink(): void {
	const { type, id, link, config } = useSelect( ( select ) => {
		const editor = select( editorStore );
		const postType = editor.getCurrentPostType() ?? '';
		const wordpressLink = editor.getCurrentPostAttribute( WORDPRESS_LINK );
		return {
			type: postType,
			id: editor.getCurrentPostId(),
			// With the same value as the stored one, there is no edit.
			link:
				typeof wordpressLink === 'string'
					? wordpressLink
					: editor.getCurrentPostAttribute( 'link' ),
			config: select( coreStore ).getEntityConfig( 'postType', postType ),
		};
	}, [] );
	const { editEntityRecord } = useDispatch( coreStore );
	const transientEdits = config?.transientEdits;
	useEffect( () => {
		// Otherwise the edit would be saved.
		if (
			transientEdits === undefined ||
			id === null ||
			typeof link !== 'string'
		) {
			return;
		}
		transientEdits.link = true;
		void editEntityRecord(
			'postType',
			type,
			id,
			{ link },
			{ undoIgnore: true }
		);
	}, [ transientEdits, editEntityRecord, type, id, link ] );
}

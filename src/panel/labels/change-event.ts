import { __ } from '../i18n.ts';
import type { Reason } from '../../shared/wire.ts';

/**
 * Names what happened to a post, whose title is shown beside it; empty for menus, settings and posts without a title,
 * where the whole sentence is shown instead.
 */
export function eventLabel( reason: Reason ): string {
	const events: Record< string, string > = {
		published: __( 'Published', 'headless-deploy' ),
		updated: __( 'Updated', 'headless-deploy' ),
		unpublished: __( 'Unpublished', 'headless-deploy' ),
		trashed: __( 'Moved to the Trash', 'headless-deploy' ),
		deleted: __( 'Deleted', 'headless-deploy' ),
	};
	return reason.title === '' ? '' : ( events[ reason.event ] ?? '' );
}

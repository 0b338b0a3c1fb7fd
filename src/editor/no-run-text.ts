import { __ } from '../panel/i18n.ts';
import type { Post } from './use-post.ts';

/**
 * Says that nothing is sent anywhere, and why; null where it depends on the environment.
 *
 * @param hasEnvironment Whether any front end is connected.
 */
export function noRunText(
	{ source, moment }: Pick< Post, 'source' | 'moment' >,
	hasEnvironment: boolean
): string | null {
	if ( source === null ) {
		return __(
			'Nothing is sent: changes to this content type are ignored.',
			'headless-deploy'
		);
	}
	if ( ! hasEnvironment ) {
		return __(
			'Nothing is sent: no front end is connected yet.',
			'headless-deploy'
		);
	}
	switch ( moment.kind === 'none' ? moment.reason : null ) {
		case 'private':
			return __(
				'Nothing is sent: private content is not on the site.',
				'headless-deploy'
			);
		case 'pattern':
			return __(
				'Nothing is sent: no page uses this pattern yet.',
				'headless-deploy'
			);
		case 'review':
			return __(
				'Nothing is sent until an editor publishes this post.',
				'headless-deploy'
			);
		default:
			return null;
	}
}

import { readBoot } from '../live/boot.ts';
import type { NoRunReason } from '../shared/boot.ts';
import type { Post } from './use-post.ts';

function noRunReason(
	{ source, moment }: Pick< Post, 'source' | 'moment' >,
	hasEnvironment: boolean
): NoRunReason | null {
	if ( source === null ) {
		return 'ignored';
	}
	if ( ! hasEnvironment ) {
		return 'unconnected';
	}
	return moment.kind === 'none' ? moment.reason : null;
}

/**
 * Explains why saving sends nothing to any environment; null if that depends on the environment.
 *
 * @param hasEnvironment Whether any front end is connected.
 */
export function noRunText(
	post: Pick< Post, 'source' | 'moment' >,
	hasEnvironment: boolean
): string | null {
	const reason = noRunReason( post, hasEnvironment );
	return reason === null ? null : ( readBoot()?.noRun?.[ reason ] ?? '' );
}

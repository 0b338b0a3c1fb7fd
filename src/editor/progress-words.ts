import { __, sprintf } from '../admin/i18n.ts';
import { troubleInWords, troubleOf } from '../admin/words/trouble.ts';
import type { EnvironmentStatus } from '../shared/wire.ts';
import type { Progress } from './progress.ts';
import { hostOf } from './site-address.ts';

/**
 * Core says “is now live”; this says the other half.
 * @param environment
 */
function notYet( environment: EnvironmentStatus ): string {
	const where =
		environment.frontEndUrl === ''
			? environment.label
			: hostOf( environment.frontEndUrl );
	return sprintf(
		/* translators: %s: a host such as www.example.com, or the name of an environment. */
		__( 'Published in WordPress, not yet on %s.', 'headless-deploy' ),
		where
	);
}

/**
 * Says what the stage of what was published means for its author.
 *
 * @param environment       The environment.
 * @param progress          How far it is.
 * @param progress.stage
 * @param progress.delivery
 * @param mends             Whether the author may paste a new webhook URL.
 */
export function progressInWords(
	environment: EnvironmentStatus,
	{ stage, delivery }: Progress,
	mends: boolean
): string {
	const trouble = troubleOf( environment );
	const why = trouble === null ? '' : troubleInWords( trouble, mends );
	switch ( stage ) {
		case 'countdown':
			return why === ''
				? `${ notYet( environment ) } ${ __(
						'More changes until then go out together.',
						'headless-deploy'
					) }`
				: why;
		case 'sending':
			return notYet( environment );
		case 'failed':
			return why === '' ? ( delivery?.message ?? '' ) : why;
		case 'canceled':
			return notYet( environment );
		case 'accepted':
			if ( delivery?.outcome === 'live' ) {
				return '';
			}
			return delivery?.action === 'purgeCache'
				? __(
						'The cache was purged: the next visitor sees the new version.',
						'headless-deploy'
					)
				: __(
						'It appears on the site when the host has built it. You can leave this page.',
						'headless-deploy'
					);
		case 'resting':
			return why;
	}
}

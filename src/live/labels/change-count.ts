import { LIMITS } from '../../shared/server-facts.ts';
import { __, sprintf } from '../../ui/i18n.ts';
import { localNumber } from '../../ui/number.ts';

/** What the server sends for any higher number of pending or undeployed changes. */
export const MORE_CHANGES = LIMITS.countedChanges + 1;

/**
 * Returns for example “3” or “1,000+”, as `Queue\Change_Count` does.
 *
 * @param changes
 * @param named   How many of them are named already.
 */
export function changeCount( changes: number, named = 0 ): string {
	return changes === MORE_CHANGES
		? sprintf(
				/* translators: %s: a number, for example “1,000”: there are more than that. */
				__( '%s+', 'headless-deploy' ),
				localNumber( LIMITS.countedChanges - named )
			)
		: localNumber( changes - named );
}

import { __, sprintf } from '../admin/i18n.ts';

/**
 * Counts as in “its 8th change”. English needs four endings; other languages write what they write.
 *
 * @param count Which one, from 1.
 */
export function ordinal( count: number ): string {
	switch (
		new Intl.PluralRules( 'en', { type: 'ordinal' } ).select( count )
	) {
		case 'one':
			/* translators: %d: a number ending in 1 but not in 11, as in “its 21st unpublished change”. */
			return sprintf( __( '%dst', 'headless-deploy' ), count );
		case 'two':
			/* translators: %d: a number ending in 2 but not in 12, as in “its 22nd unpublished change”. */
			return sprintf( __( '%dnd', 'headless-deploy' ), count );
		case 'few':
			/* translators: %d: a number ending in 3 but not in 13, as in “its 23rd unpublished change”. */
			return sprintf( __( '%drd', 'headless-deploy' ), count );
		default:
			/* translators: %d: any other number, as in “its 8th unpublished change”. */
			return sprintf( __( '%dth', 'headless-deploy' ), count );
	}
}

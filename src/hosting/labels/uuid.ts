import { __, sprintf } from '../../ui/i18n.ts';

/** What a button copies, for screen readers. */
export function uuidOf( name: string ): string {
	/* translators: %s: name of an account or of a WordPress install. */
	return sprintf( __( 'the UUID of %s', 'headless-deploy' ), name );
}

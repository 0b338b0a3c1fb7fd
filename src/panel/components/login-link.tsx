import { ExternalLink } from '@wordpress/components';
import { __ } from '../i18n.ts';
import { loginUrl } from '../live/logged-out.ts';

/** Leads to the login in a new tab, so that what stands on this page stays. */
export function LoginLink() {
	return (
		<ExternalLink href={ loginUrl( window.location.href ) }>
			{ __( 'Log in', 'headless-deploy' ) }
		</ExternalLink>
	);
}

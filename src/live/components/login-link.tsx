import { ExternalLink } from '@wordpress/components';
import { __ } from '../../ui/i18n.ts';
import { loginUrl } from '../login.ts';

/** Opens a new tab, so that the entries on this page stay. */
export function LoginLink() {
	return (
		<ExternalLink href={ loginUrl( window.location.href ) }>
			{ __( 'Log in', 'headless-deploy' ) }
		</ExternalLink>
	);
}

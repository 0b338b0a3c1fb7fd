import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import { __ } from '../i18n.ts';
import { PlatformError } from '../../platform-client/platform-error.ts';
import { Page } from './page.tsx';

/** Whether the host has no such thing, or no longer. */
export function isNotFound( error: Error | null ): error is PlatformError {
	return error instanceof PlatformError && error.status === 404;
}

interface Props {
	/** The host’s message. */
	message?: string;
	/** The account whose applications are the way on. */
	account?: string;
}

/** The screen of an address that leads to nothing. */
export function NotFound( {
	message = __( 'There is no page at this address.', 'headless-deploy' ),
	account,
}: Props ) {
	return (
		<Page title={ __( 'Not found', 'headless-deploy' ) }>
			<p>{ message }</p>
			<p>
				<Link
					href={
						account === undefined ? '/' : addresses.apps( account )
					}
				>
					{ __( 'See all apps', 'headless-deploy' ) }
				</Link>
			</p>
		</Page>
	);
}

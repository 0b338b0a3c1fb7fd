import { useQueryClient } from '@tanstack/react-query';
import { useContext } from '@wordpress/element';
import { useSearch } from 'wouter';
import { TextField } from '../ui/fields.tsx';
import { FormErrorContext } from '../ui/form-error.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { __ } from '../ui/i18n.ts';
import { signIn } from './session.ts';

/** Says that a one-time link did not sign the user in, until the form says something else. */
function UsedLink() {
	const isLinkUsed = new URLSearchParams( useSearch() ).has( 'link' );
	return (
		useContext( FormErrorContext ) === null &&
		isLinkUsed && (
			<p>
				{ __(
					'This link was used or has expired. Sign in with an API user, or restart the platform for a new link.',
					'headless-deploy'
				) }
			</p>
		)
	);
}

/** Asks for an API user and its password; the address stays, so that the user returns to it. */
export function SignIn() {
	const queries = useQueryClient();
	return (
		<Page title={ __( 'Sign in', 'headless-deploy' ) }>
			<div className="portal-sign-in">
				<Form
					values={ { user: '', password: '' } }
					submit={ ( { user, password } ) =>
						signIn( user, password )
					}
					onDone={ () => void queries.resetQueries() }
					verb={ __( 'Sign in', 'headless-deploy' ) }
					after={
						<p className="hd-hint">
							{ __(
								'The terminal that runs the platform prints a one-time link, which signs you in without a password. Restart the platform for a new link.',
								'headless-deploy'
							) }
						</p>
					}
				>
					{ ( { field } ) => (
						<>
							<UsedLink />
							<TextField
								{ ...field( 'user' ) }
								label={ __( 'User ID', 'headless-deploy' ) }
								autoComplete="username"
								required
							/>
							<TextField
								{ ...field( 'password' ) }
								type="password"
								label={ __( 'Password', 'headless-deploy' ) }
								autoComplete="current-password"
								required
							/>
						</>
					) }
				</Form>
			</div>
		</Page>
	);
}

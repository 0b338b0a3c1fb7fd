import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from '@wordpress/element';
import { useSearch } from 'wouter';
import { ActionButton } from '../ui/action-button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { TextField } from '../ui/fields.tsx';
import { Page } from '../ui/page.tsx';
import { __ } from '../ui/i18n.ts';
import { signIn } from './session.ts';

/** Asks for an API user and its password; the address stays, so that the user returns to it. */
export function SignIn() {
	const [ user, setUser ] = useState( '' );
	const [ password, setPassword ] = useState( '' );
	const queries = useQueryClient();
	const isLinkUsed = new URLSearchParams( useSearch() ).has( 'link' );
	const { mutate, isPending, error } = useMutation( {
		mutationFn: () => signIn( user, password ),
		onSuccess: () => queries.resetQueries(),
	} );
	return (
		<Page title={ __( 'Sign in', 'headless-deploy' ) }>
			<form
				className="hd-box hd-box--padded hd-form portal-sign-in"
				onSubmit={ ( event ) => {
					event.preventDefault();
					mutate();
				} }
			>
				{ isLinkUsed && ! error && (
					<p>
						{ __(
							'This link was used or has expired. Sign in with an API user, or restart the platform for a new link.',
							'headless-deploy'
						) }
					</p>
				) }
				<FormError error={ error } />
				<TextField
					name="user"
					label={ __( 'User ID', 'headless-deploy' ) }
					value={ user }
					onChange={ setUser }
					autoComplete="username"
					required
				/>
				<TextField
					name="password"
					type="password"
					label={ __( 'Password', 'headless-deploy' ) }
					value={ password }
					onChange={ setPassword }
					autoComplete="current-password"
					required
				/>
				<ActionButton
					variant="primary"
					type="submit"
					busy={ isPending }
				>
					{ __( 'Sign in', 'headless-deploy' ) }
				</ActionButton>
				<p className="hd-hint">
					{ __(
						'The terminal that runs the platform prints a one-time link, which signs you in without a password. Restart the platform for a new link.',
						'headless-deploy'
					) }
				</p>
			</form>
		</Page>
	);
}

import { useState } from '@wordpress/element';
import { Link } from 'wouter';
import { addresses } from '../addresses.ts';
import { useHostChange, useHostQuery } from '../client/queries.ts';
import { useMayWritePlatform } from '../client/session.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Box, Empty } from '../components/box.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Field } from '../components/field.tsx';
import { Loaded } from '../components/loaded.tsx';
import { useNotice } from '../components/notice-line.tsx';
import { Page } from '../components/page.tsx';
import { ReadOnly } from '../components/read-only.tsx';
import { Table } from '../components/table.tsx';
import { __, sprintf } from '../i18n.ts';

function CreateAccount() {
	const [ name, setName ] = useState( '' );
	const showNotice = useNotice();
	const { mutate, isPending, error } = useHostChange( ( client ) =>
		client.POST( '/_local/accounts', { body: { name } } )
	);
	return (
		<form
			className="hd-box hd-box--padded hd-form"
			onSubmit={ ( event ) => {
				event.preventDefault();
				mutate( undefined, {
					onSuccess: () => {
						setName( '' );
						showNotice(
							__( 'Account created.', 'headless-deploy' )
						);
					},
				} );
			} }
		>
			<h2>{ __( 'Create an account', 'headless-deploy' ) }</h2>
			<ErrorNotice error={ error } fields={ [ 'name' ] } />
			<Field
				name="name"
				label={ __( 'Name', 'headless-deploy' ) }
				hint={ __(
					'Letters, digits, hyphens and underscores. It is part of the addresses of the API and cannot be changed.',
					'headless-deploy'
				) }
				value={ name }
				onChange={ setName }
				error={ error }
				required
				autoComplete="off"
			/>
			<ActionButton variant="primary" type="submit" busy={ isPending }>
				{ __( 'Create account', 'headless-deploy' ) }
			</ActionButton>
		</form>
	);
}

/** The accounts that the user sees. */
export function Accounts() {
	const accounts = useHostQuery( {
		operation: 'listLocalAccounts',
		topics: [ 'accounts', 'users' ],
		key: {},
		read: ( client, signal ) =>
			client.GET( '/_local/accounts', { signal } ),
	} );
	const mayCreate = useMayWritePlatform();
	return (
		<Page title={ __( 'Accounts', 'headless-deploy' ) }>
			<p className="hd-muted hd-lead">
				{ __(
					'An account has apps and WordPress installs. The API identifies it by its name, the usage API by its UUID.',
					'headless-deploy'
				) }
			</p>
			<Loaded query={ accounts }>
				{ ( list ) =>
					list.accounts.length === 0 ? (
						<Empty
							title={ __( 'No accounts yet', 'headless-deploy' ) }
						>
							{ ! mayCreate && (
								<p>
									{ __(
										'Ask an administrator of the platform for access to an account.',
										'headless-deploy'
									) }
								</p>
							) }
						</Empty>
					) : (
						<Box isFlush>
							<Table
								caption={ __( 'Accounts', 'headless-deploy' ) }
								rows={ list.accounts }
								keyOf={ ( { id } ) => id }
								columns={ [
									{
										title: __( 'Name', 'headless-deploy' ),
										render: ( { name } ) => (
											<Link
												href={ addresses.apps( name ) }
											>
												{ name }
											</Link>
										),
									},
									{
										title: __( 'UUID', 'headless-deploy' ),
										render: ( { name, id } ) => (
											<>
												<code>{ id }</code>{ ' ' }
												<CopyButton
													subject={ sprintf(
														/* translators: %s: name of an account. */
														__(
															'the UUID of %s',
															'headless-deploy'
														),
														name
													) }
													text={ id }
												/>
											</>
										),
									},
								] }
							/>
						</Box>
					)
				}
			</Loaded>
			{ mayCreate ? <CreateAccount /> : <ReadOnly /> }
		</Page>
	);
}

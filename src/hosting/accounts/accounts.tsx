import { Link } from 'wouter';
import { HostForm } from '../client/changes.tsx';
import type { Account } from '../../shared/platform-api.generated.ts';
import { addresses } from '../addresses.ts';
import { useHostGet } from '../client/queries.ts';
import { useMayWritePlatform } from '../client/session.ts';
import { Empty } from '../../ui/box.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { ReadOnly } from '../../ui/read-only.tsx';
import { TableBox } from '../../ui/table.tsx';
import { __ } from '../../ui/i18n.ts';
import { uuidOf } from '../labels/uuid.ts';

function CreateAccount() {
	return (
		<HostForm
			title={ __( 'Create an account', 'headless-deploy' ) }
			values={ { name: '' } }
			change={ ( client, body ) =>
				client.POST( '/_local/accounts', { body } )
			}
			verb={ __( 'Create account', 'headless-deploy' ) }
			done={ __( 'Account created.', 'headless-deploy' ) }
		>
			{ ( { field } ) => (
				<TextField
					{ ...field( 'name' ) }
					label={ __( 'Name', 'headless-deploy' ) }
					hint={ __(
						'Letters, digits, hyphens and underscores. It is part of the addresses of the API and cannot be changed.',
						'headless-deploy'
					) }
					required
				/>
			) }
		</HostForm>
	);
}

function Name( { name }: Account ) {
	return <Link href={ addresses.apps( name ) }>{ name }</Link>;
}

function Uuid( { name, id }: Account ) {
	return (
		<>
			<code>{ id }</code>{ ' ' }
			<CopyButton subject={ uuidOf( name ) } text={ id } />
		</>
	);
}

/** The accounts that the user sees. */
export function Accounts() {
	const query = useHostGet( '/_local/accounts', [ 'accounts', 'users' ] );
	const mayCreate = useMayWritePlatform();
	return (
		<Page title={ __( 'Accounts', 'headless-deploy' ) }>
			<p className="hd-muted hd-lead">
				{ __(
					'An account has apps and WordPress installs. The API identifies it by its name, the usage API by its UUID.',
					'headless-deploy'
				) }
			</p>
			<Loaded query={ query }>
				{ ( { accounts } ) =>
					accounts.length === 0 ? (
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
						<TableBox
							caption={ __( 'Accounts', 'headless-deploy' ) }
							rows={ accounts }
							keyOf={ ( { id } ) => id }
							columns={ [
								{
									title: __( 'Name', 'headless-deploy' ),
									render: Name,
								},
								{
									title: __( 'UUID', 'headless-deploy' ),
									render: Uuid,
								},
							] }
						/>
					)
				}
			</Loaded>
			{ mayCreate ? <CreateAccount /> : <ReadOnly /> }
		</Page>
	);
}

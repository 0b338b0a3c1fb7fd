import { useState } from '@wordpress/element';
import type { ApiUser } from '../../shared/platform-api.generated.ts';
import { useHostQuery } from '../client/queries.ts';
import { useMayWritePlatform, useSession } from '../client/session.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Box } from '../components/box.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Page } from '../components/page.tsx';
import { ReadOnly } from '../components/read-only.tsx';
import { Table } from '../components/table.tsx';
import type { Column } from '../components/table.tsx';
import { useTimeLabel } from '../components/time.tsx';
import { __, sprintf } from '../i18n.ts';
import { accessOf, isLastWriter, roleLabel } from './access-labels.ts';
import { ChangeAccess } from './change-access.tsx';
import { CreateUser } from './create-user.tsx';
import { DeleteUser } from './delete-user.tsx';
import { NewPassword } from './new-password.tsx';
import { ShownPassword } from './shown-password.tsx';
import type { UserPassword } from './shown-password.tsx';

/** What the open dialog is about. */
interface Open {
	dialog: 'access' | 'password' | 'delete';
	user: ApiUser;
}

function AccessCell( { user }: { user: ApiUser } ) {
	const accesses = accessOf( user );
	return accesses.length === 0 ? (
		<span className="hd-muted">{ roleLabel( 'none' ) }</span>
	) : (
		<ul>
			{ accesses.map( ( { place, role } ) => (
				<li key={ place }>{ `${ place }: ${ roleLabel( role ) }` }</li>
			) ) }
		</ul>
	);
}

function CreatedCell( { user }: { user: ApiUser } ) {
	const timeLabel = useTimeLabel();
	/* translators: 1: time, 2: name of a user. */
	const text = __( '%1$s by %2$s', 'headless-deploy' );
	const time = timeLabel( user.createTime );
	return (
		<>
			{ user.createdBy === ''
				? time
				: sprintf( text, time, user.createdBy ) }
		</>
	);
}

interface ActionsProps {
	user: ApiUser;
	isLast: boolean;
	onOpen: ( open: Open ) => void;
}

function Actions( { user, isLast, onOpen }: ActionsProps ) {
	/* translators: %s: ID of an API user. */
	const access = __( 'Change access of %s', 'headless-deploy' );
	/* translators: %s: ID of an API user. */
	const password = __( 'New password of %s', 'headless-deploy' );
	/* translators: %s: name of what is deleted. */
	const remove = __( 'Delete %s', 'headless-deploy' );
	return (
		<>
			<ActionButton
				variant="link"
				label={ sprintf( access, user.id ) }
				onClick={ () => onOpen( { dialog: 'access', user } ) }
			>
				{ __( 'Change access', 'headless-deploy' ) }
			</ActionButton>
			<ActionButton
				variant="link"
				label={ sprintf( password, user.id ) }
				onClick={ () => onOpen( { dialog: 'password', user } ) }
			>
				{ __( 'New password', 'headless-deploy' ) }
			</ActionButton>
			<ActionButton
				variant="link"
				label={ sprintf( remove, user.id ) }
				disabledReason={
					isLast
						? __(
								'The last user with write access to the whole platform cannot be deleted.',
								'headless-deploy'
							)
						: ''
				}
				onClick={ () => onOpen( { dialog: 'delete', user } ) }
			>
				{ __( 'Delete', 'headless-deploy' ) }
			</ActionButton>
		</>
	);
}

interface UserTableProps {
	users: readonly ApiUser[];
	self: string;
	/** Null for readers. */
	onOpen: ( ( open: Open ) => void ) | null;
}

function UserTable( { users, self, onOpen }: UserTableProps ) {
	const columns: Column< ApiUser >[] = [
		{
			title: __( 'ID', 'headless-deploy' ),
			render: ( { id } ) => (
				<>
					<code>{ id }</code>{ ' ' }
					{ id === self && (
						<span className="hd-hint">
							{ __( 'you', 'headless-deploy' ) }
						</span>
					) }
				</>
			),
		},
		{
			title: __( 'Name', 'headless-deploy' ),
			render: ( { name } ) => name,
		},
		{
			title: __( 'Access', 'headless-deploy' ),
			render: ( user ) => <AccessCell user={ user } />,
		},
		{
			title: __( 'Created', 'headless-deploy' ),
			render: ( user ) => <CreatedCell user={ user } />,
		},
	];
	if ( onOpen ) {
		columns.push( {
			title: __( 'Actions', 'headless-deploy' ),
			isActions: true,
			render: ( user ) => (
				<Actions
					user={ user }
					isLast={ isLastWriter( user, users ) }
					onOpen={ onOpen }
				/>
			),
		} );
	}
	return (
		<Box isFlush>
			<Table
				caption={ __( 'API users', 'headless-deploy' ) }
				rows={ users }
				keyOf={ ( { id } ) => id }
				columns={ columns }
			/>
		</Box>
	);
}

function UserList( { users }: { users: readonly ApiUser[] } ) {
	const session = useSession();
	const mayChange = useMayWritePlatform();
	const [ open, setOpen ] = useState< Open | null >( null );
	const [ shown, setShown ] = useState< UserPassword | null >( null );
	const self = session.data?.user ?? '';
	const accounts = ( session.data?.accounts ?? [] ).map(
		( { name } ) => name
	);
	const dialog = open && {
		user: open.user,
		onClose: () => setOpen( null ),
	};
	return (
		<>
			{ shown && (
				<ShownPassword
					{ ...shown }
					onClose={ () => setShown( null ) }
				/>
			) }
			<UserTable
				users={ users }
				self={ self }
				onOpen={ mayChange ? setOpen : null }
			/>
			{ mayChange ? (
				<CreateUser accounts={ accounts } onCreated={ setShown } />
			) : (
				<ReadOnly />
			) }
			{ dialog && open.dialog === 'access' && (
				<ChangeAccess { ...dialog } accounts={ accounts } />
			) }
			{ dialog && open.dialog === 'password' && (
				<NewPassword { ...dialog } onSet={ setShown } />
			) }
			{ dialog && open.dialog === 'delete' && (
				<DeleteUser { ...dialog } isSelf={ open.user.id === self } />
			) }
		</>
	);
}

/** The users of the platform’s API, who also sign in to the portal. */
export function Users() {
	const query = useHostQuery( {
		operation: 'listUsers',
		topics: [ 'users', 'accounts' ],
		key: {},
		read: ( client, signal ) => client.GET( '/_local/users', { signal } ),
	} );
	return (
		<Page title={ __( 'API users', 'headless-deploy' ) }>
			<p className="hd-lead">
				{ __(
					'They sign in to this portal and call the API with HTTP Basic authentication.',
					'headless-deploy'
				) }
			</p>
			<Loaded query={ query }>
				{ ( { users } ) => <UserList users={ users } /> }
			</Loaded>
		</Page>
	);
}

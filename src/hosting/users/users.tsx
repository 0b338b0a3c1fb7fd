import { useEffect, useRef, useState } from '@wordpress/element';
import type { ApiUser } from '../../shared/platform-api.generated.ts';
import { useHostGet } from '../client/queries.ts';
import { useMayWritePlatform, useSession } from '../client/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { ReadOnly } from '../../ui/read-only.tsx';
import { TableBox } from '../../ui/table.tsx';
import { useTimeLabel } from '../../ui/time.tsx';
import { __, sprintf } from '../../ui/i18n.ts';
import {
	ChangeAccess,
	CreateUser,
	DeleteUser,
	NewPassword,
	roleLabels,
} from './user-forms.tsx';

interface UserPassword {
	id: string;
	/** Absent unless the platform generated it. */
	password?: string;
}

/** A generated password, which the platform returns only once. */
function ShownPassword( {
	id,
	password = '',
	onClose,
}: UserPassword & { onClose: () => void } ) {
	const heading = useRef< HTMLHeadingElement >( null );
	useEffect( () => heading.current?.focus(), [ password ] );
	/* translators: %s: ID of an API user. */
	const title = __( 'Password of %s', 'headless-deploy' );
	return (
		<section className="hd-box hd-box--padded hd-section hd-form">
			<h2 ref={ heading } tabIndex={ -1 }>
				{ sprintf( title, id ) }
			</h2>
			<p className="hd-status hd-status--warning hd-wraps">
				<Icon name="warning" />
				{ __(
					'It is shown only once. Store it now.',
					'headless-deploy'
				) }
			</p>
			<div className="hd-url">
				<code>{ password }</code>
				<CopyButton
					subject={ __( 'the password', 'headless-deploy' ) }
					text={ password }
				/>
			</div>
			<ActionButton onClick={ onClose }>
				{ __( 'Hide the password', 'headless-deploy' ) }
			</ActionButton>
		</section>
	);
}

function Access( { role, accounts }: ApiUser ) {
	const labels = roleLabels();
	const platform = __( 'Whole platform', 'headless-deploy' );
	const accesses = [ { account: platform, role }, ...accounts ].filter(
		( access ) => access.role !== 'none'
	);
	return accesses.length === 0 ? (
		<span className="hd-muted">{ labels.none }</span>
	) : (
		<ul>
			{ accesses.map( ( access ) => (
				<li key={ access.account }>
					{ `${ access.account }: ${ labels[ access.role ] }` }
				</li>
			) ) }
		</ul>
	);
}

function Created( { createTime, createdBy }: ApiUser ) {
	const time = useTimeLabel()( createTime, 'today' );
	/* translators: 1: time, 2: name of a user. */
	const text = __( '%1$s by %2$s', 'headless-deploy' );
	return createdBy === '' ? time : sprintf( text, time, createdBy );
}

interface ActionsProps {
	user: ApiUser;
	/** Whether no other user could change API users if this one were deleted. */
	isLastWriter: boolean;
	onPassword: ( shown: UserPassword ) => void;
}

function Actions( { user, isLastWriter, onPassword }: ActionsProps ) {
	const button = { variant: 'link', about: user.id } as const;
	const lastWriter = __(
		'The last user with write access to the whole platform cannot be deleted.',
		'headless-deploy'
	);
	return (
		<>
			<DialogButton
				{ ...button }
				label={ __( 'Change access', 'headless-deploy' ) }
			>
				{ ( onClose ) => (
					<ChangeAccess user={ user } onClose={ onClose } />
				) }
			</DialogButton>
			<DialogButton
				{ ...button }
				label={ __( 'New password', 'headless-deploy' ) }
			>
				{ ( onClose ) => (
					<NewPassword
						user={ user }
						onPassword={ onPassword }
						onClose={ onClose }
					/>
				) }
			</DialogButton>
			<DialogButton
				{ ...button }
				label={ __( 'Delete', 'headless-deploy' ) }
				disabled={ isLastWriter }
				description={ isLastWriter ? lastWriter : '' }
			>
				{ ( onClose ) => (
					<DeleteUser user={ user } onClose={ onClose } />
				) }
			</DialogButton>
		</>
	);
}

function UserList( { users }: { users: readonly ApiUser[] } ) {
	const mayChange = useMayWritePlatform();
	const self = useSession().data?.user;
	const [ shown, setShown ] = useState< UserPassword >( { id: '' } );
	const showPassword = ( user: UserPassword ) => {
		if ( user.password !== undefined ) {
			setShown( user );
		}
	};
	const [ writer, secondWriter ] = users.filter(
		( { role } ) => role === 'write'
	);
	const actions = {
		title: __( 'Actions', 'headless-deploy' ),
		isActions: true,
		render: ( user: ApiUser ) => (
			<Actions
				user={ user }
				isLastWriter={ user === writer && ! secondWriter }
				onPassword={ showPassword }
			/>
		),
	};
	return (
		<>
			{ shown.password !== undefined && (
				<ShownPassword
					{ ...shown }
					onClose={ () => setShown( { id: '' } ) }
				/>
			) }
			<TableBox
				caption={ __( 'API users', 'headless-deploy' ) }
				rows={ users }
				keyOf={ ( { id } ) => id }
				columns={ [
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
						render: Access,
					},
					{
						title: __( 'Created', 'headless-deploy' ),
						render: ( user ) => <Created { ...user } />,
					},
					...( mayChange ? [ actions ] : [] ),
				] }
			/>
			{ mayChange ? (
				<CreateUser onPassword={ showPassword } />
			) : (
				<ReadOnly />
			) }
		</>
	);
}

/** The users of the platform’s API, who also sign in to the portal. */
export function Users() {
	const query = useHostGet( '/_local/users', [ 'users', 'accounts' ] );
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

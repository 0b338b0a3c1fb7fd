import { useState } from '@wordpress/element';
import { __, _x, sprintf } from '../../ui/i18n.ts';
import { MASK } from '../../shared/server-facts.ts';
import type { Credentials } from '../../shared/wire.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { Fact } from '../../ui/fact.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { clockTime } from '../../live/labels/time.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { addApiUserLabel } from '../settings/add-api-user.ts';
import { useSiteTime } from '../settings/site-time.ts';
import { type CardStatus, notSetUp, StatusCard } from './status-card.tsx';
import { useCredentials } from './use-credentials.ts';

interface Props {
	credentials: Credentials | null;
	onUpdate: ( updated: Credentials | null ) => void;
	/** The API URL if none is entered. */
	usualUrl: string;
}

type Form = ReturnType< typeof useCredentials >;

function credentialsStatus( credentials: Credentials | null ): CardStatus {
	if ( credentials === null ) {
		return notSetUp();
	}
	if ( credentials.works === null ) {
		return {
			symbol: 'held',
			label: __( 'Not checked yet', 'headless-deploy' ),
		};
	}
	return credentials.works
		? { symbol: 'good', label: __( 'Working', 'headless-deploy' ) }
		: { symbol: 'bad', label: __( 'Not working', 'headless-deploy' ) };
}

function CredentialsDetails( { credentials }: { credentials: Credentials } ) {
	const { nowMs, timeZone } = useSiteTime();
	const { apiUrl, user, hasPassword, message, checkedAt, lockedBy } =
		credentials;
	return (
		<>
			<dl className="headless-deploy-facts">
				<Fact term={ __( 'API URL', 'headless-deploy' ) }>
					<code dir="ltr">{ apiUrl }</code>
				</Fact>
				<Fact term={ __( 'API user', 'headless-deploy' ) }>
					<bdi>{ user }</bdi>
				</Fact>
				<Fact term={ __( 'API password', 'headless-deploy' ) }>
					{ hasPassword ? (
						<code>{ MASK }</code>
					) : (
						_x( 'None', 'API password', 'headless-deploy' )
					) }
				</Fact>
				{ checkedAt !== null && (
					<Fact
						term={ sprintf(
							/* translators: %s: a time or a date and time, for example “14:02” or “November 24, 2026, 9:00 am”. */
							__( 'Checked %s', 'headless-deploy' ),
							clockTime( checkedAt, nowMs(), timeZone )
						) }
					>
						{ message }
					</Fact>
				) }
			</dl>
			{ lockedBy !== null && (
				<p className="headless-deploy-secondary">
					{ sprintf(
						/* translators: %s: name of a PHP constant. */
						__( 'Set in wp-config.php by %s.', 'headless-deploy' ),
						lockedBy
					) }
				</p>
			) }
		</>
	);
}

interface ButtonsProps {
	credentials: Credentials | null;
	form: Form;
	opened: ReturnType< typeof useOpen >;
}

function Buttons( { credentials, form, opened }: ButtonsProps ) {
	const { show, returns } = opened;
	const onEdit = () => show( 'form' );
	if ( credentials === null ) {
		return (
			<div className="headless-deploy-buttons">
				<ActionButton focus={ returns } onClick={ onEdit }>
					{ addApiUserLabel() }
				</ActionButton>
			</div>
		);
	}
	const isAllLocked = credentials.lockedFields.length === 3;
	return (
		<div className="headless-deploy-buttons">
			<ActionButton
				focus={ returns }
				busy={ form.busy === 'check' }
				disabled={ form.busy !== null }
				onClick={ () => void form.check() }
			>
				{ __( 'Check', 'headless-deploy' ) }
			</ActionButton>
			{ ! isAllLocked && (
				<>
					<ActionButton variant="tertiary" onClick={ onEdit }>
						{ __( 'Edit', 'headless-deploy' ) }
					</ActionButton>
					<span className="headless-deploy-spacer" />
					<ActionButton
						variant="tertiary"
						isDestructive
						disabled={ form.busy !== null }
						onClick={ () => show( 'removal' ) }
					>
						{ __( 'Remove', 'headless-deploy' ) }
					</ActionButton>
				</>
			) }
		</div>
	);
}

function Removal( { form, onClose }: { form: Form; onClose: () => void } ) {
	return (
		<ConfirmModal
			title={ __( 'Remove the API user?', 'headless-deploy' ) }
			verb={ __( 'Remove', 'headless-deploy' ) }
			isDestructive
			busy={ form.busy === 'remove' }
			onConfirm={ () =>
				void form
					.remove()
					.then( ( isRemoved ) => isRemoved && onClose() )
			}
			onCancel={ onClose }
		>
			<p>
				{ __(
					'Its password is deleted. Runs continue, but show “Accepted” unless the front end confirms the change.',
					'headless-deploy'
				) }
			</p>
			{ form.failed === 'remove' && form.error && (
				<ErrorNotice error={ form.error.message } />
			) }
		</ConfirmModal>
	);
}

/** Keeps what is open; closing gives the focus back. */
function useOpen( form: Form ) {
	const [ open, setOpen ] = useState< 'form' | 'removal' | null >( null );
	/** Grows when the button that led to the form takes the focus back. */
	const [ returns, setReturns ] = useState( 0 );
	const show = ( part: 'form' | 'removal' ) => {
		form.forget();
		setOpen( part );
	};
	const close = () => {
		form.forget();
		setOpen( null );
		setReturns( returns + 1 );
	};
	return { open, returns, show, close };
}

/** Edits the credentials for the platform's API, which reports the result of each build. */
export function CredentialsCard( props: Props ) {
	const { credentials, onUpdate } = props;
	const form = useCredentials( credentials, onUpdate );
	const opened = useOpen( form );
	const { open, close } = opened;
	return (
		<StatusCard
			title={ __( 'Build status', 'headless-deploy' ) }
			status={ credentialsStatus( credentials ) }
		>
			<p>
				{ __(
					'With an API user of your hosting platform, the plugin tracks builds. Runs then show whether their build is live or failed.',
					'headless-deploy'
				) }
			</p>
			{ open === 'form' ? (
				<CredentialsForm
					{ ...{ ...props, form } }
					onSaved={ async () => {
						if ( await form.check() ) {
							close();
						}
					} }
					onCancel={ close }
				/>
			) : (
				<>
					{ credentials && (
						<CredentialsDetails credentials={ credentials } />
					) }
					{ form.failed === 'check' && form.error && (
						<ErrorNotice error={ form.error.message } />
					) }
					<Buttons { ...{ credentials, form, opened } } />
				</>
			) }
			{ open === 'removal' && (
				<Removal form={ form } onClose={ close } />
			) }
		</StatusCard>
	);
}

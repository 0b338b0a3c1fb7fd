import { useState } from '@wordpress/element';
import { LIMITS } from '../../shared/server-facts.ts';
import type {
	EnvironmentSettings,
	EnvironmentStatus,
} from '../../shared/wire.ts';
import { CopyNotice } from '../../live/components/copy-notice.tsx';
import { RequestButton } from '../../live/components/request-button.tsx';
import {
	RequestsProvider,
	useRequest,
} from '../../live/components/use-request.ts';
import { ConnectionButtons, type Mode } from './connection-buttons.tsx';
import { ConnectionFacts } from './connection-facts.tsx';
import { DetailsForm } from './details-form.tsx';
import { LockedNotice } from './locked-notice.tsx';
import { RemovalModal } from '../settings/removal-modal.tsx';
import { deleteEnvironment, reconnect } from '../settings/api.ts';
import { __, sprintf } from '../../ui/i18n.ts';
import {
	connectionStatus,
	needsNewUrl,
	pauseReasonOf,
} from './connection-status.ts';
import { sentences } from '../../live/labels/timed-text.ts';
import { StatusCard } from './status-card.tsx';
import { TokenForm } from './token-form.tsx';

interface Props {
	environment: EnvironmentSettings;
	/** Whether the API user of the host can change the environment there. */
	isHosted: boolean;
	/** Whether the form for a new token is open and focused from the start. */
	isReplacing: boolean;
	/** Null while it is unknown. */
	status: EnvironmentStatus | null;
	refresh: () => Promise< void >;
	onUpdate: ( updated: EnvironmentSettings ) => void;
	onRemoved: () => void;
	/** Undoes the removal, and returns what to report. */
	onUndo: () => Promise< string >;
	/** Whether a user just undid the removal: the button Remove takes the focus back. */
	isRestored: boolean;
	/** Called when what is shown is outdated. */
	onStale: () => void;
}

/** Keeps which form is open. If only a new URL helps, its field is shown until a user closes it. */
function useMode( isReplacing: boolean, needsUrl: boolean ) {
	const [ pressed, setPressed ] = useState< Mode | null >(
		isReplacing ? 'token' : null
	);
	const [ closed, setClosed ] = useState< Mode | null >( null );
	const mode = pressed ?? ( needsUrl && closed === null ? 'token' : null );
	return {
		mode,
		/** Whether a user opened the form, so that its field takes the focus. */
		isPressed: pressed !== null,
		/** The form that was just closed. */
		closed,
		open: setPressed,
		close: () => {
			setClosed( mode );
			setPressed( null );
		},
	};
}

interface FormProps extends Pick< Props, 'environment' | 'onUpdate' > {
	form: ReturnType< typeof useMode >;
}

function Form( { form, environment, onUpdate }: FormProps ) {
	const { mode, isPressed, close } = form;
	const common = { environment, onUpdate, onDone: close };
	if ( mode === null ) {
		return null;
	}
	return mode === 'token' ? (
		<TokenForm { ...common } focusOnMount={ isPressed } />
	) : (
		<DetailsForm { ...common } />
	);
}

/** Says why a new webhook URL is needed, or since when a user's pause lasts. */
function ProblemText( {
	environment,
	status,
}: Pick< Props, 'environment' | 'status' > ) {
	if ( status?.problem && needsNewUrl( status ) ) {
		// The server's remedy leads to this page.
		const remedy =
			environment.webhook.lockedBy === null
				? __(
						'Copy a webhook URL from the host and enter it here.',
						'headless-deploy'
					)
				: '';
		return <p>{ sentences( status.problem.message, remedy ) }</p>;
	}
	return status?.paused?.reason === 'person' ? (
		<p>{ status.detail.text }</p>
	) : null;
}

/** Fetches the URL that the host accepts now, so that the user need not paste it. */
function ReconnectButton( {
	environment,
	onStale,
	refresh,
}: Pick< Props, 'environment' | 'onStale' | 'refresh' > ) {
	return (
		<div className="headless-deploy-buttons">
			<RequestButton
				variant="primary"
				request={ {
					key: 'reconnect',
					send: async () => {
						const { state, message } = await reconnect(
							environment.id
						);
						onStale();
						await refresh();
						return {
							run: null,
							severity: state === 'manual' ? 'info' : 'success',
							message,
							remedy: '',
						};
					},
				} }
			>
				{ __( 'Reconnect', 'headless-deploy' ) }
			</RequestButton>
		</div>
	);
}

function ConnectionDetails( props: Props & { mode: Mode | null } ) {
	const { environment, status, mode } = props;
	// The facts of the old connection would push the field for its new URL down.
	const isReplacing = mode === 'token' && needsNewUrl( status );
	const locked = environment.lockedBy ?? environment.webhook.lockedBy;
	return (
		<>
			{ locked !== null && (
				<LockedNotice environment={ environment } by={ locked } />
			) }
			<ProblemText environment={ environment } status={ status } />
			{ props.isHosted &&
				needsNewUrl( status ) &&
				environment.webhook.lockedBy === null && (
					<ReconnectButton { ...props } />
				) }
			{ ! isReplacing && mode !== 'details' && (
				<ConnectionFacts environment={ environment } />
			) }
		</>
	);
}

export function ConnectionCard( props: Props ) {
	const { environment, status, onUpdate } = props;
	const mayOpen = environment.webhook.lockedBy === null;
	const paused = pauseReasonOf( props );
	const isRefused = needsNewUrl( status );
	const form = useMode( props.isReplacing && mayOpen, isRefused && mayOpen );
	// If no user opened the field, the buttons stay.
	const isOffered = form.mode === 'token' && ! form.isPressed;
	const [ removing, setRemoving ] = useState( false );
	const requests = useRequest( props.refresh, true );
	return (
		<RequestsProvider value={ requests }>
			<StatusCard
				title={ <bdi>{ environment.label }</bdi> }
				status={ connectionStatus( props ) }
				footer={
					( form.mode === null || isOffered ) && (
						<ConnectionButtons
							{ ...{ environment, paused, onUpdate } }
							closed={ form.closed }
							isRestored={ props.isRestored }
							isRefused={ isRefused }
							isReplacing={ isOffered }
							resumeLabel={
								status?.resumeLabel ??
								__( 'Resume', 'headless-deploy' )
							}
							onOpen={ form.open }
							onRemove={ () => setRemoving( true ) }
						/>
					)
				}
			>
				<ConnectionDetails { ...props } mode={ form.mode } />
				{ paused === 'copy' && status !== null && (
					<CopyNotice environment={ status } onUpdate={ onUpdate } />
				) }
				<Form { ...{ form, environment, onUpdate } } />
				{ removing && (
					<RemovalModal
						label={ environment.label }
						cost={ sprintf(
							/* translators: %d: number of minutes. */
							__(
								'Changes are no longer deployed to it. You can undo this for %d minutes, then its webhook URL is deleted from WordPress. The front end stays online, and the webhook remains in the portal.',
								'headless-deploy'
							),
							LIMITS.restorableMinutes
						) }
						remove={ () =>
							deleteEnvironment(
								environment.id,
								environment.etag
							)
						}
						onRemoved={ props.onRemoved }
						undo={ props.onUndo }
						onStale={ props.onStale }
						onCancel={ () => setRemoving( false ) }
					/>
				) }
			</StatusCard>
		</RequestsProvider>
	);
}

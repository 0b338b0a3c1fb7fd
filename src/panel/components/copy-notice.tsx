import { Notice } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '../i18n.ts';
import type {
	EnvironmentSettings,
	EnvironmentStatus,
} from '../../shared/wire.ts';
import { pendingChanges } from '../labels/description.ts';
import { ActionButton } from './action-button.tsx';
import { MoveModal } from './move-modal.tsx';
import {
	confirmCopyRequest,
	confirmMoveRequest,
} from './environment-requests.ts';
import type { EnvironmentRequest } from './use-request.ts';

interface Props {
	environment: EnvironmentStatus;
	/**
	 * What is decided together with it; the notice then stands above them all.
	 *
	 * @default none
	 */
	others?: readonly EnvironmentStatus[];
	busy: string | null;
	sendRequest: ( sendRequest: EnvironmentRequest ) => void;
	/** Takes the settings that were decided on. */
	onFresh?: ( fresh: EnvironmentSettings ) => void;
}

const NONE: never[] = [];

/**
 * Decides the same for all.
 *
 * @param make Describes the press for one of them.
 */
function requestForAll(
	{ environment, others = NONE, onFresh }: Props,
	make: typeof confirmCopyRequest
): EnvironmentRequest {
	const { send, ...rest } = make( environment, onFresh );
	return {
		...rest,
		send: async () => {
			await send();
			for ( const other of others ) {
				await make( other, onFresh ).send();
			}
		},
	};
}

function textFor( isKnownCopy: boolean ): string {
	return isKnownCopy
		? __(
				'A user confirmed that this site is a copy, so it does not deploy changes. If it is now the original site, press “This site moved”.',
				'headless-deploy'
			)
		: __(
				'Confirm whether this site is a copy, for example for testing, or the original site at a new address. Changes are saved either way.',
				'headless-deploy'
			);
}

interface ButtonsProps extends Props {
	isKnownCopy: boolean;
	onMove: () => void;
}

function Buttons( props: ButtonsProps ) {
	const { environment, busy, sendRequest, isKnownCopy, onMove } = props;
	const silent = requestForAll( props, confirmCopyRequest );
	return (
		<div className="headless-deploy-buttons">
			{ ! isKnownCopy && (
				<ActionButton
					compact
					variant="primary"
					busy={ busy === silent.key }
					disabled={ busy !== null }
					onClick={ () => sendRequest( silent ) }
				>
					{ __( 'This is a copy', 'headless-deploy' ) }
				</ActionButton>
			) }
			<ActionButton
				compact
				busy={ busy === confirmMoveRequest( environment ).key }
				disabled={ busy !== null }
				onClick={ onMove }
			>
				{ __( 'This site moved', 'headless-deploy' ) }
			</ActionButton>
		</div>
	);
}

/**
 * Asks an administrator whether a site with another address is a copy or has moved. Only hashes of addresses are
 * stored, so the old one cannot be named.
 */
export function CopyNotice( props: Props ) {
	const { environment, others = NONE, sendRequest } = props;
	const [ asking, setAsking ] = useState( false );
	const all = [ environment, ...others ];
	const isKnownCopy = all.every( ( { paused } ) => paused?.copy?.confirmed );
	const { lang } = document.documentElement;
	return (
		<Notice
			className="headless-deploy-notice"
			status="warning"
			isDismissible={ false }
			// The state is announced, with its reason.
			spokenMessage=""
		>
			{ others.length > 0 && (
				<p>
					<strong>{ environment.headline.text }</strong>
				</p>
			) }
			<p>{ textFor( isKnownCopy ) }</p>
			<Buttons
				{ ...props }
				isKnownCopy={ isKnownCopy }
				onMove={ () => setAsking( true ) }
			/>
			{ asking && (
				<MoveModal
					environment={ new Intl.ListFormat( lang || 'en' ).format(
						all.map( ( { label } ) => label )
					) }
					waiting={ all
						.map( pendingChanges )
						.reduce( ( sum, count ) => sum + count ) }
					onCancel={ () => setAsking( false ) }
					onConfirm={ () => {
						setAsking( false );
						sendRequest(
							requestForAll( props, confirmMoveRequest )
						);
					} }
				/>
			) }
		</Notice>
	);
}

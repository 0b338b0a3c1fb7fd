import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '../../ui/i18n.ts';
import type {
	EnvironmentSettings,
	EnvironmentStatus,
} from '../../shared/wire.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { changeCount, MORE_CHANGES } from '../labels/change-count.ts';
import { decidePause } from '../api.ts';
import { LastingNotice } from '../../ui/notice.tsx';
import { RequestButton } from './request-button.tsx';
import { type EnvironmentRequest, useRequests } from './use-request.ts';

interface Props {
	environment: EnvironmentStatus;
	/**
	 * The environments that are decided together with it; the notice is then shown above their cards.
	 *
	 * @default none
	 */
	others?: readonly EnvironmentStatus[];
	onUpdate?: ( updated: EnvironmentSettings ) => void;
}

const NONE: never[] = [];

/** Sends the same decision for all environments. */
function requestForAll(
	{ environment, others = NONE, onUpdate = () => {} }: Props,
	decision: 'confirm-copy' | 'confirm-move'
): EnvironmentRequest {
	return {
		key: decision,
		send: async () => {
			const messages = new Set< string >();
			for ( const one of [ environment, ...others ] ) {
				const { message, ...updated } = await decidePause(
					one.id,
					decision
				);
				onUpdate( updated );
				messages.add( message );
			}
			return [ ...messages ].join( ' ' );
		},
	};
}

interface ButtonsProps extends Props {
	isKnownCopy: boolean;
	onMove: () => void;
}

function Buttons( props: ButtonsProps ) {
	const { isKnownCopy, onMove } = props;
	const { busy } = useRequests();
	return (
		<div className="headless-deploy-buttons">
			{ ! isKnownCopy && (
				<RequestButton
					compact
					variant="primary"
					request={ requestForAll( props, 'confirm-copy' ) }
				>
					{ __( 'This is a copy', 'headless-deploy' ) }
				</RequestButton>
			) }
			<ActionButton
				compact
				busy={ busy === 'confirm-move' }
				disabled={ busy !== null }
				onClick={ onMove }
			>
				{ __( 'This site moved', 'headless-deploy' ) }
			</ActionButton>
		</div>
	);
}

interface MoveModalProps {
	environments: readonly EnvironmentStatus[];
	onConfirm: () => void;
	onCancel: () => void;
}

/** Asks before a site that may be a copy sends runs, which would rebuild the front end of the original. */
function MoveModal( { environments, onConfirm, onCancel }: MoveModalProps ) {
	const { lang } = document.documentElement;
	const names = new Intl.ListFormat( lang || 'en' ).format(
		environments.map( ( { label } ) => label )
	);
	const changes = environments
		.flatMap( ( { pending } ) => pending )
		.filter( ( { held } ) => ! held )
		.reduce( ( sum, run ) => sum + run.changes, 0 );
	return (
		<ConfirmModal
			title={ sprintf(
				/* translators: %s: name of an environment. */
				__( 'Deploy to %s from this site?', 'headless-deploy' ),
				names
			) }
			verb={ __( 'Deploy from this site', 'headless-deploy' ) }
			onConfirm={ onConfirm }
			onCancel={ onCancel }
		>
			<p>
				{ __(
					'Continue only if the site has moved permanently to this address. On a copy, each change would rebuild the original’s front end.',
					'headless-deploy'
				) }
			</p>
			{ changes > 0 && (
				<p>
					{ sprintf(
						/* translators: %s: number of changes. */
						_n(
							'This deploys the %s change that was saved here.',
							'This deploys the %s changes that were saved here.',
							changes,
							'headless-deploy'
						),
						changeCount( Math.min( changes, MORE_CHANGES ) )
					) }
				</p>
			) }
		</ConfirmModal>
	);
}

/**
 * Asks an administrator whether a site with another address is a copy or has moved. Only hashes of addresses are
 * stored, so the old one cannot be named.
 */
export function CopyNotice( props: Props ) {
	const { environment, others = NONE } = props;
	const { sendRequest } = useRequests();
	const [ asking, setAsking ] = useState( false );
	const all = [ environment, ...others ];
	const isKnownCopy = all.every( ( { paused } ) => paused?.copy?.confirmed );
	return (
		<LastingNotice
			status="warning"
			// The status is announced, with its reason.
			spokenMessage=""
		>
			{ others.length > 0 && (
				<p>
					<strong>{ environment.headline.text }</strong>
				</p>
			) }
			<p>{ environment.remedy }</p>
			<Buttons
				{ ...props }
				isKnownCopy={ isKnownCopy }
				onMove={ () => setAsking( true ) }
			/>
			{ asking && (
				<MoveModal
					environments={ all }
					onCancel={ () => setAsking( false ) }
					onConfirm={ () => {
						setAsking( false );
						sendRequest( requestForAll( props, 'confirm-move' ) );
					} }
				/>
			) }
		</LastingNotice>
	);
}

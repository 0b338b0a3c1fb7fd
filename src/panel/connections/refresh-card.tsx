import { useState } from '@wordpress/element';
import { __, _x, sprintf } from '../../ui/i18n.ts';
import type { EnvironmentSettings } from '../../shared/wire.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { LastingNotice } from '../../ui/notice.tsx';
import { RequestButton } from '../../live/components/request-button.tsx';
import {
	RequestsProvider,
	useRequest,
} from '../../live/components/use-request.ts';
import { sentences } from '../../live/labels/timed-text.ts';
import { clockTime } from '../../live/labels/time.ts';
import {
	setRefreshSecretOnHost,
	testRefresh,
	updateEnvironment,
} from '../settings/api.ts';
import { LockedHint } from '../settings/fields.tsx';
import { useSiteTime } from '../settings/site-time.ts';
import { lockOf } from './details-form.tsx';
import { lacksSecret, RefreshForm } from './refresh-form.tsx';
import { MASK } from '../../shared/server-facts.ts';
import { NewSecret, SecretButton } from './refresh-secret.tsx';
import { type CardStatus, notSetUp, StatusCard } from './status-card.tsx';

interface Props {
	environment: EnvironmentSettings;
	/** Whether the API user of the host can change the environment there. */
	isHosted: boolean;
	/** Whether the site has no other environment. */
	isOnly: boolean;
	onUpdate: ( updated: EnvironmentSettings ) => void;
}

function cardStatus( environment: EnvironmentSettings ): CardStatus {
	const { refresh } = environment;
	if ( refresh === null || refresh.url === '' ) {
		return notSetUp();
	}
	if ( refresh.goneAt !== null ) {
		return { symbol: 'bad', label: __( 'Stopped', 'headless-deploy' ) };
	}
	if ( lacksSecret( environment ) ) {
		return {
			symbol: 'caution',
			label: __( 'No secret', 'headless-deploy' ),
		};
	}
	return refresh.isSecretUnused
		? {
				symbol: 'caution',
				label: __( 'New secret not in use yet', 'headless-deploy' ),
			}
		: { symbol: 'good', label: __( 'Set up', 'headless-deploy' ) };
}

/** Says since when the secret exists, and what to do if the front end does not know it yet. */
function useSecretText( { refresh }: EnvironmentSettings ): string {
	const { nowMs, timeZone } = useSiteTime();
	const { rotatedAt = null, secretProblem = '' } = refresh ?? {};
	return sentences(
		rotatedAt === null
			? ''
			: sprintf(
					/* translators: %s: a time or a date and time. */
					__( 'Generated %s.', 'headless-deploy' ),
					clockTime( rotatedAt, nowMs(), timeZone )
				),
		secretProblem
	);
}

function Facts( { environment }: Pick< Props, 'environment' > ) {
	const secretText = useSecretText( environment );
	const { refresh } = environment;
	const urlLock = lockOf( environment, 'refreshUrl' );
	const secretLock = lockOf( environment, 'refreshSecret' );
	return refresh === null || refresh.url === '' ? null : (
		<dl className="headless-deploy-facts">
			<Fact term={ __( 'Refresh URL', 'headless-deploy' ) }>
				<code dir="ltr">{ refresh.url }</code>
				{ urlLock !== null && <LockedHint by={ urlLock } /> }
			</Fact>
			<Fact term={ __( 'Secret', 'headless-deploy' ) }>
				{ refresh.hasSecret
					? secretLock === null && ( secretText || MASK )
					: _x( 'None', 'secret', 'headless-deploy' ) }
				{ secretLock !== null && <LockedHint by={ secretLock } /> }
			</Fact>
			{ refresh.purge && (
				<Fact term={ __( 'Cache', 'headless-deploy' ) }>
					{ __( 'Purged after each refresh', 'headless-deploy' ) }
				</Fact>
			) }
		</dl>
	);
}

/** Says that the front end ended refresh requests, and what to do. */
function GoneNotice( {
	environment,
	onUpdate,
}: Pick< Props, 'environment' | 'onUpdate' > ) {
	const { nowMs, timeZone } = useSiteTime();
	const { id, etag, refresh } = environment;
	const { url = '', goneAt = null } = refresh ?? {};
	if ( goneAt === null ) {
		return null;
	}
	const request = {
		key: 'refresh-again',
		send: async () => {
			onUpdate(
				await updateEnvironment( id, etag, { refreshUrl: url } )
			);
			return __( 'Refresh requests are sent again.', 'headless-deploy' );
		},
	};
	return (
		<LastingNotice status="error" spokenMessage="">
			<p>
				{ sprintf(
					/* translators: %s: a time or a date and time. */
					__(
						'Refresh requests stopped at %s: the front end responded with HTTP 410, so the refresh URL no longer exists. Enter the new refresh URL, or send requests to this one again.',
						'headless-deploy'
					),
					clockTime( goneAt, nowMs(), timeZone )
				) }
			</p>
			<div className="headless-deploy-buttons">
				<RequestButton compact request={ request }>
					{ __( 'Send requests again', 'headless-deploy' ) }
				</RequestButton>
			</div>
		</LastingNotice>
	);
}

interface ButtonsProps extends Pick<
	Props,
	'environment' | 'isHosted' | 'onUpdate'
> {
	/** Grows when the button that led to the form takes the focus back. */
	returns: number;
	onEdit: () => void;
	onSecret: ( secret: string ) => void;
}

/** Writes the secret into the variables of the environment, so that the user need not copy it. */
function HostButton( { id }: { id: string } ) {
	return (
		<RequestButton
			variant="tertiary"
			request={ {
				key: 'refresh-host',
				send: async () => ( {
					run: null,
					severity: 'success',
					remedy: '',
					...( await setRefreshSecretOnHost( id ) ),
				} ),
			} }
		>
			{ __( 'Set the secret on the host', 'headless-deploy' ) }
		</RequestButton>
	);
}

function Buttons( props: ButtonsProps ) {
	const { environment, isHosted, onUpdate, onSecret, onEdit, returns } =
		props;
	const { id, refresh } = environment;
	const isEditable = [ 'refreshUrl', 'refreshPurge' ].some(
		( field ) => lockOf( environment, field ) === null
	);
	const isSetUp = refresh !== null && refresh.url !== '';
	return (
		<div className="headless-deploy-buttons">
			{ isSetUp && refresh.hasSecret && (
				<RequestButton
					request={ {
						key: 'refresh-test',
						send: async () => {
							const result = await testRefresh( id );
							// The previous secret may have ended.
							onUpdate( result.environment );
							return { run: null, remedy: '', ...result };
						},
					} }
				>
					{ __( 'Send test request', 'headless-deploy' ) }
				</RequestButton>
			) }
			{ isHosted && isSetUp && refresh.hasSecret && (
				<HostButton id={ id } />
			) }
			{ isEditable && (
				<ActionButton
					variant={ isSetUp ? 'tertiary' : 'secondary' }
					focus={ returns }
					onClick={ onEdit }
				>
					{ isSetUp
						? __( 'Edit Refresh', 'headless-deploy' )
						: __( 'Set up Refresh', 'headless-deploy' ) }
				</ActionButton>
			) }
			{ isSetUp && lockOf( environment, 'refreshSecret' ) === null && (
				<SecretButton { ...{ environment, onUpdate, onSecret } } />
			) }
		</div>
	);
}

/** Where an environment receives refresh requests, and the secret that signs them. */
export function RefreshCard( props: Props ) {
	const { environment, isHosted, isOnly, onUpdate } = props;
	const [ isOpen, setOpen ] = useState( false );
	const [ returns, setReturns ] = useState( 0 );
	const [ secret, setSecret ] = useState( '' );
	const requests = useRequest( async () => {}, true );
	const close = () => {
		setOpen( false );
		setReturns( returns + 1 );
	};
	return (
		<RequestsProvider value={ requests }>
			<StatusCard
				title={
					isOnly
						? _x( 'Refresh', 'action', 'headless-deploy' )
						: sprintf(
								/* translators: %s: name of an environment. */
								__( 'Refresh of %s', 'headless-deploy' ),
								environment.label
							)
				}
				status={ cardStatus( environment ) }
			>
				<p>
					{ __(
						'Refresh tells the front end which pages changed. They are fresh within seconds, without a build.',
						'headless-deploy'
					) }
				</p>
				{ secret !== '' && (
					<NewSecret
						secret={ secret }
						onDone={ () => {
							setSecret( '' );
							close();
						} }
					/>
				) }
				{ ! isOpen && <GoneNotice { ...{ environment, onUpdate } } /> }
				{ isOpen ? (
					<RefreshForm
						{ ...{ environment, onUpdate } }
						onSecret={ setSecret }
						onDone={ close }
					/>
				) : (
					<>
						<Facts environment={ environment } />
						<Buttons
							{ ...{ environment, isHosted, onUpdate } }
							// A new secret takes the focus.
							returns={ secret === '' ? returns : 0 }
							onSecret={ setSecret }
							onEdit={ () => setOpen( true ) }
						/>
					</>
				) }
			</StatusCard>
		</RequestsProvider>
	);
}

import { Notice, Spinner } from '@wordpress/components';
import { useState, useSyncExternalStore } from '@wordpress/element';
import { __, _n, sprintf } from '../i18n.ts';
import type {
	BootData,
	EnvironmentSettings,
	EnvironmentStatus,
	Status,
} from '../../shared/wire.ts';
import type { StatusStore } from '../live/status-store.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { ConnectForm } from './connect-form.tsx';
import { ConnectedNotice } from './connected-notice.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { ConstantNotice } from './constant-notice.tsx';
import { RecognisedCard } from './recognised-card.tsx';
import { useSettings } from './use-settings.ts';

/** Where a person is on the way to a new connection. */
type Step = 'none' | 'paste' | 'name' | 'done';

interface Props {
	boot: BootData;
	store: StatusStore;
	/** Id of the environment whose token a link asked to replace, or empty. */
	replacing: string;
}

/**
 * A name for a new environment, until somebody gives it a better one.
 * @param environments
 */
function freeLabel( environments: readonly EnvironmentSettings[] ): string {
	const taken = environments.map( ( { label } ) => label );
	const usual = [
		__( 'Production', 'headless-deploy' ),
		__( 'Staging', 'headless-deploy' ),
		__( 'Development', 'headless-deploy' ),
	];
	return (
		usual.find( ( label ) => ! taken.includes( label ) ) ??
		sprintf(
			/* translators: %d: number of an environment. */
			__( 'Environment %d', 'headless-deploy' ),
			taken.length + 1
		)
	);
}

/**
 * Finds what is known of an environment's runs.
 * @param status
 * @param environment
 */
function statusOf(
	status: Status | null,
	environment: string
): EnvironmentStatus | null {
	return (
		status?.environments.find( ( { id } ) => id === environment ) ?? null
	);
}

interface BarProps {
	count: number;
	/** Grows when the button takes the focus. */
	focus: number;
	onAdd: () => void;
}

function Bar( { count, focus, onAdd }: BarProps ) {
	return (
		<div className="headless-deploy-bar">
			<p className="headless-deploy-secondary">
				{ sprintf(
					/* translators: %d: number of environments. */
					_n(
						'%d environment. Only administrators see this page.',
						'%d environments. Only administrators see this page.',
						count,
						'headless-deploy'
					),
					count
				) }
			</p>
			<ActionButton focus={ focus } onClick={ onAdd }>
				{ __( 'Add environment', 'headless-deploy' ) }
			</ActionButton>
		</div>
	);
}

function Unread( { error, retry }: { error: string; retry: () => void } ) {
	return (
		<Notice
			className="headless-deploy-notice"
			status="error"
			isDismissible={ false }
		>
			<p>{ error }</p>
			<div className="headless-deploy-buttons">
				<ActionButton compact onClick={ retry }>
					{ __( 'Try again', 'headless-deploy' ) }
				</ActionButton>
			</div>
		</Notice>
	);
}

interface Known {
	environments: readonly EnvironmentSettings[];
	step: Step;
	go: ( step: Step ) => void;
	/** The environment that was connected just now. */
	fresh: EnvironmentSettings | undefined;
	setNewId: ( id: string ) => void;
	put: ( environment: EnvironmentSettings ) => void;
}

interface WayProps extends Known {
	refresh: () => Promise< void >;
}

/**
 * The way to a new connection: paste, name, done.
 *
 * @param props See WayProps.
 */
function Way( props: WayProps ) {
	const { step, go, fresh, environments, put, setNewId, refresh } = props;
	const isFirst = environments.length === 0;
	if ( isFirst || step === 'paste' ) {
		return (
			<ConnectForm
				label={ freeLabel( environments ) }
				onConnected={ ( environment ) => {
					put( environment );
					setNewId( environment.id );
					go( 'name' );
					void refresh();
				} }
				onCancel={ isFirst ? undefined : () => go( 'none' ) }
			/>
		);
	}
	if ( step === 'none' || ! fresh ) {
		return null;
	}
	return step === 'name' ? (
		<RecognisedCard
			environment={ fresh }
			onFresh={ put }
			onDone={ () => go( 'done' ) }
		/>
	) : (
		<ConnectedNotice
			environment={ fresh }
			refresh={ refresh }
			onDone={ () => go( 'none' ) }
		/>
	);
}

/** Where a person is; coming back from somewhere, the button that led away takes the focus. */
function useStep() {
	const [ { step, returns }, set ] = useState< {
		step: Step;
		returns: number;
	} >( { step: 'none', returns: 0 } );
	const go = ( next: Step ) =>
		set( ( before ) => ( {
			step: next,
			returns: next === 'none' ? before.returns + 1 : 0,
		} ) );
	return { step, returns, go };
}

/**
 * The screen where front ends are connected.
 *
 * @param props           See Props.
 * @param props.boot
 * @param props.store
 * @param props.replacing
 */
export function Connections( { boot, store, replacing }: Props ) {
	const { environments, problems, error, reload, put, remove } = useSettings(
		boot.preload.settings
	);
	const { step, returns, go } = useStep();
	const { status } = useSyncExternalStore(
		store.subscribe,
		store.getSnapshot
	);
	const [ newId, setNewId ] = useState( '' );
	const refresh = () => store.refresh();
	if ( environments === null ) {
		return error === '' ? (
			<Spinner />
		) : (
			<Unread error={ error } retry={ () => void reload() } />
		);
	}
	const fresh = environments.find( ( { id } ) => id === newId );
	const shown = environments.filter(
		( { id } ) => step !== 'name' || id !== newId
	);
	const known = { environments, step, go, fresh, setNewId, put };
	return (
		<>
			<ConstantNotice problems={ problems } />
			<Way { ...known } refresh={ refresh } />
			{ ( step === 'none' || step === 'done' ) &&
				environments.length > 0 && (
					<Bar
						count={ environments.length }
						focus={ returns }
						onAdd={ () => go( 'paste' ) }
					/>
				) }
			<div className="headless-deploy-connections">
				{ shown.map( ( environment ) => (
					<ConnectionCard
						key={ environment.id }
						environment={ environment }
						replacing={ environment.id === replacing }
						status={ statusOf( status, environment.id ) }
						onFresh={ ( newer ) => {
							put( newer );
							// A new token is tried at once.
							void refresh();
						} }
						refresh={ refresh }
						onStale={ () => void reload() }
						onRemoved={ () => {
							remove( environment.id );
							go( 'none' );
							void refresh();
						} }
					/>
				) ) }
			</div>
		</>
	);
}

import { useState, useSyncExternalStore } from '@wordpress/element';
import { __, _n, sprintf } from '../i18n.ts';
import type { BootData } from '../../shared/boot.ts';
import type {
	EnvironmentSettings,
	EnvironmentStatus,
	Settings,
	Status,
} from '../../shared/wire.ts';
import type { StatusStore } from '../live/status-store.ts';
import { EnvironmentName } from '../components/environment-name.tsx';
import { ActionButton } from '../components/action-button.tsx';
import { PanelNotice } from '../components/panel-notice.tsx';
import { ConnectForm } from './connect-form.tsx';
import { ConnectedNotice } from './connected-notice.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { SiteCards } from './site-cards.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { type SettingsState, useSettings } from '../settings/use-settings.ts';

type Step = 'none' | 'paste' | 'done';

interface Props {
	boot: BootData;
	store: StatusStore;
	/** Id of the environment whose token a link asked to replace, or empty. */
	replacing: string;
}

/** Suggests a name for a new environment. */
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

interface ConnectionStepsState {
	environments: readonly EnvironmentSettings[];
	step: Step;
	go: ( step: Step ) => void;
	/** The environment that was connected just now. */
	fresh: EnvironmentSettings | undefined;
	setNewId: ( id: string ) => void;
	put: ( environment: EnvironmentSettings ) => void;
}

interface ConnectionStepsProps extends ConnectionStepsState {
	refresh: () => Promise< void >;
}

function ConnectionSteps( props: ConnectionStepsProps ) {
	const { step, go, fresh, environments, put, setNewId, refresh } = props;
	const isFirst = environments.length === 0;
	if ( isFirst || step === 'paste' ) {
		return (
			<ConnectForm
				label={ freeLabel( environments ) }
				onConnected={ ( environment ) => {
					put( environment );
					setNewId( environment.id );
					go( 'done' );
					void refresh();
				} }
				onCancel={ isFirst ? undefined : () => go( 'none' ) }
			/>
		);
	}
	if ( step === 'none' || ! fresh ) {
		return null;
	}
	return (
		<ConnectedNotice
			environment={ fresh }
			refresh={ refresh }
			onDone={ () => go( 'none' ) }
		/>
	);
}

/** Keeps the step; on the way back the button that led away takes the focus. */
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

interface CardsProps extends Props {
	settingsState: SettingsState;
	environments: readonly EnvironmentSettings[];
	onRemoved: () => void;
}

function Cards( props: CardsProps ) {
	const { boot, store, settingsState, environments, replacing } = props;
	const { status } = useSyncExternalStore(
		store.subscribe,
		store.getSnapshot
	);
	return environments.map( ( environment ) => (
		<EnvironmentName.Provider
			key={ environment.id }
			value={ environments.length > 1 ? environment.label : '' }
		>
			<ConnectionCard
				environment={ environment }
				replacing={ environment.id === replacing }
				status={ statusOf( status, environment.id ) }
				nowMs={ () => store.time.nowMs() }
				timeZone={ boot.timeZone }
				onFresh={ ( newer ) => {
					settingsState.putEnvironment( newer );
					// The server tries a new token at once.
					void store.refresh();
				} }
				refresh={ () => store.refresh() }
				onStale={ () => void settingsState.reload() }
				onRemoved={ () => {
					settingsState.removeEnvironment( environment.id );
					props.onRemoved();
					void store.refresh();
				} }
			/>
		</EnvironmentName.Provider>
	) );
}

/** Lists the errors in HEADLESS_DEPLOY_ENVIRONMENTS. */
function ConstantNotice( { problems }: Pick< Settings, 'problems' > ) {
	return problems.length === 0 ? null : (
		<PanelNotice status="error">
			<p>
				{ __(
					'Fix HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php:',
					'headless-deploy'
				) }
			</p>
			{ problems.map( ( { environment, field, message } ) => (
				<p key={ `${ environment } ${ field }` }>
					{ environment !== '' && (
						<code dir="ltr">
							{ [ environment, field ]
								.filter( Boolean )
								.join( '.' ) }
						</code>
					) }{ ' ' }
					{ message }
				</p>
			) ) }
		</PanelNotice>
	);
}

interface ScreenProps extends Props {
	settings: Settings;
	settingsState: SettingsState;
}

function Screen( props: ScreenProps ) {
	const { store, settings, settingsState } = props;
	const { environments, problems = [] } = settings;
	const { step, returns, go } = useStep();
	const [ newId, setNewId ] = useState( '' );
	const fresh = environments.find( ( { id } ) => id === newId );
	const isAny = environments.length > 0;
	return (
		<>
			<ConstantNotice problems={ problems } />
			<ConnectionSteps
				{ ...{ environments, step, go, fresh, setNewId } }
				put={ settingsState.putEnvironment }
				refresh={ () => store.refresh() }
			/>
			{ step !== 'paste' && isAny && (
				<Bar
					count={ environments.length }
					focus={ returns }
					onAdd={ () => go( 'paste' ) }
				/>
			) }
			{ isAny && (
				<div className="headless-deploy-connections">
					<div className="headless-deploy-column">
						<Cards
							{ ...{ ...props, environments } }
							onRemoved={ () => go( 'none' ) }
						/>
					</div>
					<div className="headless-deploy-column">
						<SiteCards { ...props } />
					</div>
				</div>
			) }
		</>
	);
}

/** The screen where front ends are connected. */
export function Connections( props: Props ) {
	const settingsState = useSettings( props.boot.preload.settings );
	return (
		<SettingsFrame { ...props } settingsState={ settingsState }>
			{ ( settings ) => (
				<Screen { ...{ ...props, settingsState, settings } } />
			) }
		</SettingsFrame>
	);
}
